export const metadata = { title: 'Order 1042', icons: 'data:,' }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
