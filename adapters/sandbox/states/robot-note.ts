import { raw } from '../markup.ts'

/** What pages say to robots, in a comment. Error pages have it, and some real ones. */
export const robotNote = raw(`<!--
        To discuss automated access to Amazon data please contact api-services-support@amazon.com.
-->`)
