import { addCopyButtons } from './copy-buttons.ts'
import { startSearch } from './search.ts'
import { openSideLists } from './side-lists.ts'

openSideLists()
addCopyButtons()
startSearch()
