import { Alert, Linking } from 'react-native'
import { WebView } from 'react-native-webview'
import { saveQrCode, shareQrCode } from './files'

const shop = 'https://shop.example'

export function PaymentScreen({ order }) {
  const open = (url) => Linking.openURL(url).catch(() => Alert.alert('No app for this payment is installed.'))

  function receive({ nativeEvent }) {
    if (!nativeEvent.url.startsWith(`${shop}/`)) return
    const { url, purpose } = JSON.parse(nativeEvent.data)
    if (purpose === 'save') return saveQrCode(url)
    if (purpose === 'share') return shareQrCode(url)
    if (/^(https|upi|bank):/.test(url)) open(url)
  }

  /** Links of other pages, such as the bank's page of a card payment. */
  function mayLoad({ url }) {
    if (/^(https:|about:)/.test(url)) return true
    open(url)
    return false
  }

  return (
    <WebView
      source={{ uri: `${shop}/orders/${order}` }}
      originWhitelist={['*']}
      onMessage={receive}
      onShouldStartLoadWithRequest={mayLoad}
      setSupportMultipleWindows={false}
      domStorageEnabled
    />
  )
}
