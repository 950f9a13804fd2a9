require('reflect-metadata')
const { Module } = require('@nestjs/common')
const { NestFactory } = require('@nestjs/core')
const { toNodeHandler } = require('paypane/server/node')
const { orderPage } = require('./order-page.js')
const { openPaypane } = require('./paypane.js')

class AppModule {}
Module({})(AppModule)

async function main() {
  // The signature of a callback covers the raw text: Paypane comes before the body parsers.
  const app = await NestFactory.create(AppModule, { bodyParser: false })
  app.use('/pay', toNodeHandler(openPaypane()))
  app.useBodyParser('json')
  app.getHttpAdapter().get('/', async (_request, response) => {
    response.set('cache-control', 'private, no-store').send(await orderPage('1042'))
  })
  await app.listen(process.env.PORT ?? 8787, '127.0.0.1')
}

main()
