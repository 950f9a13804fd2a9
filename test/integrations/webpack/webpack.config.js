export default {
  mode: 'production',
  entry: './src/main.ts',
  output: { path: `${import.meta.dirname}/public`, chunkFilename: 'chunks/[name].js', publicPath: '/' },
  module: {
    rules: [{ test: /\.ts$/, loader: 'ts-loader', options: { compilerOptions: { noEmit: false } } }],
  },
  resolve: { extensions: ['.ts', '.js'] },
}
