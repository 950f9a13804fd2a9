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
  protected readonly order = '1042'

  protected thank(): void {
    this.title.setTitle('Paid')
  }
}
