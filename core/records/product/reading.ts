import type { Document } from '../../html/tree/node.ts'
import type { FieldDefinitions, Reading } from '../../field/reading.ts'
import type { ProductMap } from './map.ts'
import type { Product, ReadProductField } from './schema.ts'

type Values = Pick<Product, ReadProductField>

/** A product page while its fields are read. */
export type ProductReading = Reading<Values, ProductMap, Document>

/** How each field of the product record is read. */
export type ProductFields = FieldDefinitions<Values, ProductMap, Document>
