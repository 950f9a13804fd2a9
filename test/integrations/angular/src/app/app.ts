import { Component, CUSTOM_ELEMENTS_SCHEMA, inject } from '@angular/core'
import { Title } from '@angular/platform-browser'
import 'paypane/element'

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  templateUrl: './app.html',
})
export class App {
  private readonly title = inject(Title)
  /** Your server signs the order for a visitor who may pay it. Called again when the token has expired. */
  protected readonly order = async () => (await fetch('/order-token')).text()

  protected thank(): void {
    this.title.setTitle('Paid')
  }
}
