import { extractPage } from '../../../pages/extract-page.ts'

self.onmessage = ({ data }) => self.postMessage(extractPage(data))
