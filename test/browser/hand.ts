import type { Locator } from 'playwright-core'

/** The hand of a person at a page, which counts its clicks. Typing, and Enter after it, are not clicks. */
export interface Hand {
  readonly click: (on: Locator) => Promise<void>
  /** Chooses from a list: one click opens it, one chooses. `option`: its value or its text. */
  readonly choose: (list: Locator, option: string) => Promise<void>
  readonly clicks: () => number
}

export function startHand(): Hand {
  let clicks = 0
  return {
    click: async (on) => {
      clicks += 1
      await on.click()
    },
    choose: async (list, option) => {
      clicks += 2
      await list.selectOption(option)
    },
    clicks: () => clicks,
  }
}
