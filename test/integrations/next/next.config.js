// Not bundled: the kit reads the widget's files from its package.
export default { reactStrictMode: true, serverExternalPackages: ['paypane'] }
