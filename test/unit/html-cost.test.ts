import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Parser, type Token } from 'parse5'
import { toIndexKey } from '../../core/html/index/index-key.ts'
import { parsePage, type Page } from '../../core/html/page.ts'
import { AttributeList } from '../../core/html/tokenize/attribute-list.ts'
import { ClassNames } from '../../core/html/tokenize/classes.ts'
import { nameBit, PageAttributes } from '../../core/html/tokenize/page-attributes.ts'
import { PageCharacters } from '../../core/html/tokenize/source.ts'
import { PageTokenizer, type TokenSink } from '../../core/html/tokenize/tokenizer.ts'
import { Comment, Doctype, Document, Element, Text } from '../../core/html/tree/node.ts'
import { parseHtml } from '../../core/html/tree/parse-html.ts'

/*
 * Each test counts work that a trick of core/html avoids. Without the trick the
 * trees are still right, so no other test would notice.
 */

/** Calls of a method while a task runs. */
function listCalls(t: TestContext, owner: object, method: string, task: () => void): readonly (readonly unknown[])[] {
  const { mock } = t.mock.method(owner as Record<string, () => unknown>, method)
  try {
    task()
  } finally {
    mock.restore()
  }
  return mock.calls.map((call) => call.arguments)
}

function countCalls(t: TestContext, owner: object, method: string, task: () => void): number {
  return listCalls(t, owner, method, task).length
}

function findFirst(page: Page, name: string): Element {
  const [element] = page.elements.withName(name)
  assert.ok(element !== undefined, `the page has no <${name}>`)
  return element
}

function firstText(element: Element): Text {
  assert.ok(element.firstChild instanceof Text)
  return element.firstChild
}

const HEAD = '<!doctype html><meta charset=utf-8>'

test('bytes are decoded only where they are read, and once', (t) => {
  const bytes = Buffer.from(`${HEAD}<title>日本</title>${'<p lang="日本">日本</p><!--日本-->'.repeat(100)}`)
  const countDecoded = (task: () => void): number => countCalls(t, TextDecoder.prototype, 'decode', task)
  let page: Page | undefined
  const duringParse = countDecoded(() => {
    page = parsePage(bytes)
  })
  assert.equal(duringParse, 0)
  assert.ok(page !== undefined)
  const text = firstText(findFirst(page, 'title'))
  const duringRead = countDecoded(() => {
    assert.equal(text.data, '日本')
    assert.equal(text.data, '日本')
  })
  assert.equal(duringRead, 1)
})

/** Counts the character codes that a task reads one by one. */
function countCodes(t: TestContext, source: PageCharacters, task: () => void): number {
  let count = 0
  const codes = new Proxy(source.codes, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) count++
      return Reflect.get(target, key, target) as unknown
    },
  })
  Object.defineProperty(source, 'codes', { value: codes })
  const inText = countCalls(t, String.prototype, 'charCodeAt', task)
  return count + inText
}

test('texts, comments, scripts and quoted values are skipped without reading each character', (t) => {
  const long = 'x'.repeat(50_000)
  const pieces = [
    long,
    `<!--${long}-->`,
    `<script>${long}</script>`,
    `<style>${long}</style>`,
    `<p title="${long}">`,
    `<p title='${long}'>`,
    `<!doctype ${long}>`,
    `</p><?${long}>`,
  ]
  for (const piece of pieces) {
    const source = PageCharacters.ofUtf8(Buffer.from(`<body>x${piece}<p>`))
    const count = countCodes(t, source, () => parseHtml(source))
    assert.ok(count > 0 && count < 200, `${count} codes of ${piece.slice(0, 20)}`)
  }
})

test('a page without NUL is searched for NUL once', (t) => {
  const source = PageCharacters.ofUtf8(Buffer.from('<p>text '.repeat(500)))
  const calls = listCalls(t, String.prototype, 'indexOf', () => parseHtml(source))
  assert.equal(calls.filter(([search]) => search === '\0').length, 1)
})

test('a long script is decoded without regular expressions', (t) => {
  const script = `var a = "日本${'x'.repeat(10_000)}"`
  const text = firstText(findFirst(parsePage(Buffer.from(`${HEAD}<script>${script}</script>`)), 'script'))
  const isLong = ([subject]: readonly unknown[]): boolean => String(subject).length > 10_000
  const searches = listCalls(t, RegExp.prototype, 'test', () => {
    assert.equal(
      countCalls(t, String.prototype, 'replace', () => assert.equal(text.data, script)),
      0,
    )
  })
  assert.equal(searches.filter(isLong).length, 0)
})

test('attributes are not read while a page is parsed', (t) => {
  const page = Buffer.from(HEAD + '<p id=a class="b c" title="d &amp; e" data-x>x<input type=text value=x>'.repeat(100))
  const parse = (): unknown => parsePage(page)
  parse()
  assert.equal(countCalls(t, PageCharacters.prototype, 'readValue', parse), 0)
  assert.equal(countCalls(t, PageCharacters.prototype, 'readName', parse), 0)
  assert.equal(countCalls(t, PageCharacters.prototype, 'readRaw', parse), 1)
})

test('the value of an attribute is read once', (t) => {
  const { attributeList } = findFirst(parsePage('<p title="a &amp; b" class="c d">'), 'p')
  const count = countCalls(t, PageCharacters.prototype, 'readValue', () => {
    for (let i = 0; i < 3; i++) {
      assert.equal(attributeList.get('title'), 'a & b')
      assert.deepEqual(attributeList.classNames, ['c', 'd'])
    }
  })
  assert.equal(count, 2)
})

test('an element is found by the value of an attribute without reading the values of others', (t) => {
  const page = parsePage(`${'<i id=a><i id="b c">'.repeat(100)}<p id="d"><a name="${'{&quot;'.repeat(2000)}">`)
  const findD = (): void => assert.equal(page.elements.withId('d').length, 1)
  assert.equal(countCalls(t, PageCharacters.prototype, 'readValue', findD), 1)
  const findNone = (): void => {
    for (const value of ['none', '', '"{']) assert.equal(page.elements.withValue('name', value).length, 0)
  }
  assert.equal(countCalls(t, PageCharacters.prototype, 'readValue', findNone), 0)
})

test('names that selectors ask for share no bit with the most frequent attributes', () => {
  const frequent = new Set(['class', 'href', 'type', 'role', 'value', 'src', 'alt'].map(nameBit))
  for (const name of ['id', 'name', 'data-hook', 'data-cy', 'data-asin', 'hidden'])
    assert.ok(!frequent.has(nameBit(name)))
})

test('an attribute that a tag cannot have is not searched for', (t) => {
  const page = parsePage('<p id=a title=b lang=c>'.repeat(100))
  const { attributeList } = findFirst(page, 'p')
  const countNames = (name: string): number =>
    countCalls(t, PageAttributes.prototype, 'nameStart', () => attributeList.has(name))
  assert.ok(countNames('title') > 0)
  assert.equal(countNames('data-asin'), 0)
  const inIndex = countCalls(t, AttributeList.prototype, 'has', () => {
    assert.equal(page.elements.withAttribute('data-asin').length, 0)
  })
  // parse5 adds <html>, <head> and <body> itself, without bits.
  assert.equal(inIndex, 3)
})

test('equal class attributes are recognized without making strings, and share their names', (t) => {
  const html = `<i class="first one"></i><i class="other two"></i>`.repeat(200)
  const source = PageCharacters.ofUtf8(Buffer.from(html))
  const slices = countCalls(t, String.prototype, 'slice', () => parseHtml(source))
  assert.ok(slices < 20, `${slices} slices`)
  const page = parsePage(html)
  const lists = page.elements.withName('i').map(({ attributeList }) => attributeList.classes)
  assert.equal(new Set(lists).size, 2)
})

test('the index of classes is made without reading the classes', (t) => {
  const { elements } = parsePage('<i class="first one">x</i><i class="other two">x</i>'.repeat(200))
  const { mock } = t.mock.getter(ClassNames.prototype, 'value')
  assert.equal(elements.withKeys([toIndexKey('class', 'one')]).length, 200)
  assert.equal(mock.callCount(), 0)
})

test('tag names are not read again', (t) => {
  const html = '<article><h4>x</h4></article>'.repeat(100)
  parsePage(html)
  assert.equal(
    countCalls(t, PageCharacters.prototype, 'readName', () => parsePage(html)),
    0,
  )
})

function unexpected(): never {
  throw new Error('the page has no such token')
}

/** Counts the objects that the tokenizer gives. */
class CountingSink implements TokenSink {
  readonly startTags = new Set<Token.TagToken>()
  readonly endTags = new Set<Token.TagToken>()
  readonly lists = new Set<AttributeList>()
  readonly whitespaceRule = 'none'
  skipNextNewLine = false
  texts = 0

  onStartTag(token: Token.TagToken): void {
    this.startTags.add(token)
  }
  onEndTag(token: Token.TagToken): void {
    this.endTags.add(token)
  }
  onTextRange(): void {
    this.texts++
  }
  toTokenAttributes(_: unknown, list: AttributeList): Token.Attribute[] {
    this.lists.add(list)
    return []
  }
  onWhitespaceRange = unexpected
  onCommentRange = unexpected
  onCharacter = unexpected
  onWhitespaceCharacter = unexpected
  onNullCharacter = unexpected
  onDoctype = unexpected
  onEof(): void {
    // Nothing to count.
  }
}

test('tags of <div> and <span>, end tags and tags without attributes share objects', () => {
  const sink = new CountingSink()
  new PageTokenizer(PageCharacters.ofText('<div> x <span> y </span></div>'.repeat(100)), sink).run()
  assert.equal(sink.startTags.size, 1)
  assert.equal(sink.endTags.size, 1)
  assert.equal(sink.lists.size, 1)
  assert.equal(sink.texts, 200)
})

test('white space is part of the text around it once a frameset is impossible', (t) => {
  const html = `<body>x${'<p> a <b> b </b> </p> '.repeat(100)}`
  assert.equal(
    countCalls(t, Parser.prototype, 'onWhitespaceCharacter', () => parsePage(html)),
    0,
  )
})

test('texts become strings only where they are read', (t) => {
  const html = `${HEAD}<body>x${'<p>2 &amp; 3</p><script>x</script>'.repeat(100)}`
  let page: Page | undefined
  const parse = (): void => {
    page = parsePage(html)
  }
  assert.equal(countCalls(t, PageCharacters.prototype, 'readText', parse), 0)
  assert.equal(countCalls(t, PageCharacters.prototype, 'readRaw', parse), 1)
  assert.ok(page !== undefined)
  const paragraph = findFirst(page, 'p')
  const read = (): void => assert.equal(firstText(paragraph).data, '2 & 3')
  assert.equal(countCalls(t, PageCharacters.prototype, 'readText', read), 1)
})

test('an element holds no arrays', () => {
  const page = parsePage('<div class=a id=b><p>1<p>2</div>')
  for (const element of page.elements.all) {
    assert.deepEqual(Object.values(element).filter(Array.isArray), [])
  }
})

test('the tree rules of parse5 see no <div> and <span>, and no end tag that only closes its element', (t) => {
  const html = `<body>${'<div><span>x</span><ul><li>y</li></ul></div>'.repeat(100)}`
  const parse = (): unknown => parsePage(html)
  const names = listCalls(t, Parser.prototype, 'onStartTag', parse).map(([token]) => (token as Token.TagToken).tagName)
  assert.deepEqual(new Set(names), new Set(['body', 'ul', 'li']))
  assert.equal(countCalls(t, Parser.prototype, 'onEndTag', parse), 0)
  assert.equal(countCalls(t, Parser.prototype, '_insertElement', parse), 0)
})

test('the elements inside another are found without visiting the others', () => {
  const page = parsePage(`${'<i></i>'.repeat(5000)}<p><b></b><b></b></p>${'<i></i>'.repeat(5000)}`)
  let reads = 0
  const all = new Proxy(page.elements.all, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++
      return Reflect.get(target, key, receiver) as unknown
    },
  })
  assert.equal(page.elements.inside(findFirst(page, 'p'), all).length, 2)
  assert.ok(reads < 50, `${reads} elements`)
})

test('no class of node extends another', () => {
  for (const type of [Document, Element, Text, Comment, Doctype]) {
    assert.equal(Object.getPrototypeOf(type), Function.prototype, type.name)
  }
})
