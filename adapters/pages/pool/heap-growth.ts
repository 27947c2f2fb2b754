import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heaps of the process and of its threads become three times as large before all of a heap is collected. V8
 * lets a heap with a low limit grow by 30 %, and counts the bytes of pages too: a thread that holds 20 MB then collects
 * all of it at every seventh page. The flag holds for the whole process: call it only in a program of your own, before
 * its threads start.
 */
export function letHeapsGrow(): void {
  setFlagsFromString('--heap-growing-percent=200')
}
