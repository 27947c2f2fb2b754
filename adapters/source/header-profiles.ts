/** What a browser sends with every page that is typed in, in its own order. Seen: autumn of 2025. */
export type HeaderProfile = Readonly<Record<string, string>>

const chromiumAccept =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7'
const plainAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const navigation = {
  'Sec-Fetch-Site': 'none',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-User': '?1',
  'Sec-Fetch-Dest': 'document',
}

/** Chrome and its kin name themselves twice; both must agree. */
function chromium(brands: string, platform: string, agent: string): HeaderProfile {
  return {
    'sec-ch-ua': brands,
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': `"${platform}"`,
    'Upgrade-Insecure-Requests': '1',
    'User-Agent': agent,
    Accept: chromiumAccept,
    ...navigation,
  }
}

function firefox(platform: string, version: string): HeaderProfile {
  return {
    'User-Agent': `Mozilla/5.0 (${platform}; rv:${version}) Gecko/20100101 Firefox/${version}`,
    Accept: plainAccept,
    'Upgrade-Insecure-Requests': '1',
    ...navigation,
    Priority: 'u=0, i',
  }
}

const CHROME_142 = '"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"'
const EDGE_142 = '"Chromium";v="142", "Microsoft Edge";v="142", "Not_A Brand";v="99"'
const WINDOWS = 'Windows NT 10.0; Win64; x64'
const MAC = 'Macintosh; Intel Mac OS X 10_15_7'
const chrome = (platform: string) =>
  `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36`

/** Desktop browsers. Two attempts at one page never come with the same one. */
export const headerProfiles: readonly HeaderProfile[] = [
  chromium(CHROME_142, 'Windows', chrome(WINDOWS)),
  firefox(WINDOWS, '145.0'),
  chromium(CHROME_142, 'macOS', chrome(MAC)),
  chromium(EDGE_142, 'Windows', `${chrome(WINDOWS)} Edg/142.0.0.0`),
  {
    'User-Agent': `Mozilla/5.0 (${MAC}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`,
    Accept: plainAccept,
    'Sec-Fetch-Site': 'none',
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
    Priority: 'u=0, i',
  },
]
