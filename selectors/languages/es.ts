import type { Language } from '../../core/marketplace/language.ts'
import { countries } from './countries/es.ts'

/** Spanish. */
export const es: Language = {
  code: 'es',
  company: [],
  prime: [],
  viewed: [
    // From knowledge.
    'vistos',
    'visto',
    'vistas',
    'visualizaciones',
    'vista',
    'visualizados',
    'visualizaron',
    'vieron',
  ],
  past: [],
  exclusive: ['exclusivo', 'exclusiva', 'exclusivamente', 'en exclusiva'], // From knowledge.
  rental: ['alquilar', 'alquiler', 'rentar', 'renta', 'alquila'], // From knowledge.
  byline: [
    // From knowledge.
    'Visita la Store de {brand}',
    'Visita la tienda de {brand}',
    'Visitar la tienda de {brand}',
    'Visita la tienda {brand}',
    'Marca: {brand}',
    'Visitar la Store de {brand}',
    'Visita la Store {brand}',
    'Visite la tienda de {brand}',
  ],
  by: ['de', 'Por'], // From knowledge.
  deliver_to: [
    'Entrega en {place}', // es 2025
    // From knowledge.
    'Enviar a {place}',
    'Entregar en {place}',
    'Envío a {place}',
    'Entregando en {place}',
    'Entrega a {place}',
    'Enviando a {place}',
    'Entregar a {place}',
  ],
  sales_rank: [
    // From knowledge.
    '{rank} en {category}',
    '{rank} de Pago en {category}',
    '{rank} Gratis en {category}',
  ],
  labels: {
    manufacturer: ['Fabricante'], // From knowledge.
    product_dimensions: [
      // From knowledge.
      'Dimensiones del producto*',
      'Dimensiones del artículo*',
      'Dimensiones',
      'Medidas del producto*',
      'Dimensiones del modelo*',
    ],
    package_dimensions: [
      // From knowledge.
      'Dimensiones del paquete*',
      'Dimensiones del envío',
      'Dimensiones del paquete del producto*',
    ],
    date_first_available: [
      // From knowledge.
      'Producto en Amazon*',
      'Fecha de disponibilidad en Amazon',
      'Fecha de primera disponibilidad',
      'Disponible desde*',
      'Disponible en Amazon*',
      'Primera fecha de disponibilidad*',
    ],
    sales_rank: [
      // From knowledge.
      'Clasificación en los más vendidos*',
      'Clasificación de los más vendidos*',
      'Los más vendidos*',
      'Ranking de los más vendidos',
      'Clasificación de los mejores vendedores*',
      'Ranking de más vendidos*',
    ],
    customer_reviews: [
      // From knowledge.
      'Opinión media de los clientes*',
      'Opiniones de los clientes',
      'Opiniones de clientes',
      'Valoración de los clientes',
      'Calificación de los clientes',
      'Calificaciones de clientes',
      'Reseñas de clientes',
      'Reseñas de los clientes',
      'Valoraciones de clientes',
      'Valoración media*',
      'Calificación promedio*',
    ],
    brand: ['Marca', 'Nombre de la marca'], // From knowledge.
  },
  months: [
    ['enero', 'ene'], // From knowledge.
    ['febrero', 'feb'], // From knowledge.
    ['marzo', 'mar'], // From knowledge.
    ['abril', 'abr'], // es 2022; from knowledge
    ['mayo', 'may'], // es 2022; from knowledge
    ['junio', 'jun'], // es 2022; from knowledge
    ['julio', 'jul'], // From knowledge.
    ['agosto', 'ago'], // From knowledge.
    ['septiembre', 'setiembre', 'sept', 'sep'], // From knowledge.
    ['octubre', 'oct'], // From knowledge.
    ['nov', 'noviembre'], // es 2025
    ['dic', 'diciembre'], // es 2025; from knowledge
  ],
  days: [
    'lunes', // es 2022
    'lun', // es 2025
    'martes', // es 2022
    'mar', // es 2025
    'miércoles', // es 2022
    'mié', // es 2025
    'jueves', // es 2022
    'jue', // es 2025
    'viernes', // es 2022
    'sáb', // es 2025
    // From knowledge.
    'hoy',
    'mañana',
    'vie',
    'sábado',
    'domingo',
    'dom',
  ],
  countries,
  two: [],
  free: [
    'GRATIS', // es 2025
    // From knowledge.
    'gratuita',
    'gratuito',
    'gratuitos',
    'gratuitas',
    'sin coste adicional',
    'sin costo adicional',
  ],
  conditions: {
    used_like_new: ['Como nuevo', 'Como nueva'], // From knowledge.
    used_very_good: ['Muy bueno', 'Muy buen estado', 'Muy buena', 'Muy buenas condiciones'], // From knowledge.
    used_good: ['Bueno', 'Buen estado', 'Buena', 'Buenas condiciones'], // From knowledge.
    used_acceptable: ['Aceptable'], // From knowledge.
    new: ['Nuevo'], // From knowledge.
    refurbished: [
      // From knowledge.
      'Reacondicionado',
      'Renovado',
      'Reacondicionada',
      'Reacondicionados',
      'Renovada',
      'Restaurado',
    ],
    collectible: ['De colección', 'Coleccionable'], // From knowledge.
    open_box: ['Caja abierta'], // From knowledge.
    used: ['Usado', 'Usada', '2ª mano', '2.ª mano', 'Segunda mano', 'Usados', 'Usadas'], // From knowledge.
  },
  promotion: ['promoción', 'promociones', 'descuento', 'cupón'], // From knowledge.
  delivery: [
    'envío', // es 2022
    'entrega', // es 2025
    'Recíbelo', // es 2022
    'al instante', // es 2025
    // From knowledge.
    'envíos',
    'Se envía a',
    'Recíbela',
    'Llega',
    'recogida',
  ],
  stock: [
    // From knowledge.
    'En stock',
    'En existencias',
    'Envío en un plazo',
    'Normalmente se envía',
    'Generalmente enviado',
    'Disponible para enviar',
  ],
  unavailable: [
    'No disponible', // es 2025
    // From knowledge.
    'Temporalmente sin stock',
    'Temporalmente agotado',
    'Actualmente no disponible',
    'Agotado',
    'Sin stock',
    'Temporalmente no disponible',
    'Actualmente agotado',
    'Temporalmente fuera de stock',
    'Fuera de stock',
    'Sin existencias',
    'Temporalmente sin existencias',
    'Este producto no está disponible',
    'Producto no disponible',
    'Por el momento no disponible',
  ],
  multipliers: { mil: 1000 }, // From knowledge.
  ordinals: ['ª', '.ª', 'º', '.º', 'a', '.a'], // From knowledge.
  pages: {
    no_results: [
      // From knowledge.
      'No hay resultados para',
      'no coincide con ningún producto',
      'No se encontraron resultados',
      'No se han encontrado resultados',
      'no coinciden con ningún producto',
      'Sin resultados para',
    ],
    captcha: [
      // From knowledge.
      'Introduzca los caracteres que ve a continuación',
      'para seguir comprando',
      'Introduce los caracteres que ves',
      'Escriba los caracteres que ve',
      'Ingresa los caracteres que ves',
    ],
    not_found: ['¿Buscas algo', 'Página no encontrada'], // From knowledge.
    throttled: ['Lo sentimos'], // es 2025
  },
  offer_rows: {
    seller: [
      // From knowledge.
      'Vendido por',
      'Vendedor',
      'Remitente / Vendedor',
      'Enviado y vendido por',
      'Vendido y enviado por',
      'Vendido y entregado por',
    ],
    fulfiller: [
      // From knowledge.
      'Enviado por',
      'Enviado de',
      'Enviado desde',
      'Se envía desde',
      'Envío desde',
      'Remitente',
      'Remitente / Vendedor',
      'Enviado y vendido por',
      'Vendido y enviado por',
      'Vendido y entregado por',
    ],
    returns: ['Devoluciones', 'Política de devolución'], // From knowledge.
  },
  set_price: {
    price: ['precio'], // From knowledge.
    publisher: ['editor', 'editorial'], // From knowledge.
  },
  no_offers: ['no hay otros vendedores', 'ningún vendedor', 'no hay ofertas'], // From knowledge.
  on_condition: [
    'pedidos superiores a', // es 2025
    'primer pedido', // es 2025
    // From knowledge.
    'a partir de',
    'mínimo',
    'pedidos que cumplan',
  ],
  struck: ['PVPR', 'Precio anterior', 'Recomendado', 'Mediano', 'Precio recomendado', 'Antes', 'en lugar de'], // es 2022; es 2022; es 2025; es 2025; from knowledge
  coupon_code: ['código', 'cupón'], // From knowledge.
  subscription: ['Suscríbete', 'suscripción'], // From knowledge.
  empty_list: [
    // From knowledge.
    'no hay productos disponibles en esta categoría',
    'no hay productos en esta lista',
    'no hay artículos en esta lista',
  ],
  location_control: [
    'Actualizar ubicación', // es 2025
    // From knowledge.
    'Elige tu dirección',
    'Actualizar código postal',
  ],
  undeliverable: { not: ['no'], place: ['punto de entrega', 'lugar de entrega', 'dirección', 'ubicación'] }, // From knowledge.
}
