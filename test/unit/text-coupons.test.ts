// Runs alone: a file that others share defines its tests.
import { parseDiscount } from '../../core/field/read-coupon.ts'
import { Words } from '../../core/marketplace/words.ts'
import { languages } from '../../selectors/index.ts'
import { table } from '../support/text-table.ts'

const words = new Words(languages)

/** What a coupon says, as a list: amount, percentage, code, and what it needs. */
const read = (text: string): readonly unknown[] | null => {
  const discount = parseDiscount(text, words)
  return discount && [discount.amount, discount.percentage, discount.code, discount.needs]
}

table('what a coupon is worth', read, [
  ['Save 10% with coupon', [null, 10, null, 'clip'], 'com 2026'],
  ['Save $36.00 with coupon', [36, null, null, 'clip'], 'com 2025'],
  ['Spare 4,00 € mit Rabattgutschein', [4, null, null, 'clip'], 'de 2026'],
  ['Aplicar cupão de 10€', [10, null, null, 'clip'], 'es 2022'],
  ['30% OFF クーポンの適用', [null, 30, null, 'clip']],
  ['%10 kuponu uygula', [null, 10, null, 'clip'], 'com.tr: the sign first'],
  ['Save 10% on orders over $35', [null, 10, null, 'clip'], 'the first number'],
  ['Save with coupon', null],
  ['Save 10%: Coupon available when you select Subscribe & Save .', [null, 10, null, 'subscription'], 'com 2026'],
  ['Prime members save 15%', [null, 15, null, 'membership']],
])

table('codes to type', read, [
  ['Salve o cupom 20% : LEITURA20', [null, 20, 'LEITURA20', 'code'], 'com.br 2026'],
  ['Salve o cupom 20% : LEITURA', [null, 20, 'LEITURA', 'code'], 'a colon that ends no word'],
  ['Economize 20% ao usar o código: LEITURA20', [null, 20, 'LEITURA20', 'code']],
  ['R$20 off. Insira o código COMPRANOAPP na finalização da compra.', [20, null, 'COMPRANOAPP', 'code'], 'com.br 2026'],
  ['5% off. Enter code W4HOQESO at checkout.', [null, 5, 'W4HOQESO', 'code'], 'ca 2019'],
  ['Save 10% with brand promotion N15B9GRN98CF', [null, 10, 'N15B9GRN98CF', 'code']],
  ['Spare 5 % mit dem Code „SPARE“', [null, 5, 'SPARE', 'code']],
  ["%20 indirim için 'YAZ20' kodunu girin", [null, 20, 'YAZ20', 'code'], 'the word after the code'],
  ['10% OFF クーポンコード「NATSU10」を入力', [null, 10, 'NATSU10', 'code']],
  ['Save 10%: GREAT deal', [null, 10, null, 'clip'], 'a word after a colon'],
  ['Save 10% on USB4 cables', [null, 10, null, 'clip'], 'no word for a code'],
])
