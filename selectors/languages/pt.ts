import type { Language } from '../../core/marketplace/language.ts'
import { countries } from './countries/pt.ts'

/** Portuguese. */
export const pt: Language = {
  code: 'pt',
  company: [],
  prime: [],
  viewed: [
    // From knowledge.
    'vistos',
    'visto',
    'visualizado',
    'visualizados',
    'visualizações',
    'vista',
    'vistas',
    'visualizada',
    'visualizadas',
    'visualizaram',
    'viram',
  ],
  past: [],
  exclusive: ['exclusivo', 'exclusiva', 'exclusivamente'], // From knowledge.
  rental: ['alugar', 'aluguel', 'aluguer', 'alugue'], // From knowledge.
  byline: [
    'Visite a loja de {brand}', // com.br 2026
    'Visite a Loja da {brand} (em Espanhol)', // es 2022
    'Visite a loja {brand}', // com.br 2022
    'Marca: {brand}', // es, com.br 2022, 2025
    'Visite a loja da {brand}', // es 2022
    // From knowledge.
    'Visite a loja do {brand}',
    'Visitar a loja {brand}',
    'Visitar a loja de {brand}',
    'Visitar a Loja da {brand}',
    'Conheça a loja {brand}',
  ],
  by: ['de', 'Por'], // From knowledge.
  deliver_to: [
    'A entrega será feita em {place}', // com.br 2025, 2026
    'Entregar em {place}', // es 2022
    'Entregando em {place}', // com.br 2025, 2026
    'Enviar a {place}', // es 2022
    // From knowledge.
    'Enviar para {place}',
    'Entrega em {place}',
    'Enviando para {place}',
    'Entregar para {place}',
  ],
  sales_rank: [
    '{rank} em {category}', // es, com.br 2022, 2025
    // From knowledge.
    '{rank} na categoria {category}',
    '{rank} Pago em {category}',
    '{rank} Gratuito em {category}',
    '{rank} Grátis em {category}',
  ],
  labels: {
    manufacturer: ['Fabricante', 'Produtor'], // es, com.br 2022, 2025, 2026; es 2022
    product_dimensions: [
      'Dimensões do produto*', // es, com.br 2022, 2025, 2026
      'Dimensões', // com.br 2022
      'Dimensões do item*', // com.br 2022
      // From knowledge.
      'Dimensões do artigo*',
      'Dimensões do modelo*',
    ],
    package_dimensions: [
      'Dimensões do pacote*', // es, com.br 2022, 2025
      'Dimensões da embalagem*', // com.br 2022
      // From knowledge.
      'Dimensões da encomenda',
      'Dimensões da caixa',
      'Dimensões do envio',
    ],
    date_first_available: [
      'Disponível para compra desde', // com.br 2022, 2025
      'Primeira data disponível', // es 2022
      // From knowledge.
      'Data da primeira disponibilidade*',
      'Produto na Amazon*',
      'Disponível na Amazon*',
      'Data de disponibilidade*',
      'Produto em Amazon*',
      'Disponível desde*',
      'Data em que foi disponibilizado*',
    ],
    sales_rank: [
      'Classificação dos produtos mais vendidos', // es 2022
      'Ranking dos mais vendidos', // com.br 2022, 2025
      // From knowledge.
      'Classificação de mais vendidos*',
      'Posição nos mais vendidos*',
      'Classificação nos mais vendidos*',
      'Classificação dos mais vendidos*',
      'Mais vendidos*',
    ],
    customer_reviews: [
      'Avaliações de clientes', // es, com.br 2022, 2025
      'Avaliações dos clientes', // com.br 2022
      'Avaliação média*', // es 2022
      // From knowledge.
      'Opiniões dos clientes',
      'Críticas de clientes',
      'Comentários de clientes',
      'Classificação dos clientes',
      'Classificação média*',
      'Opiniões de clientes',
      'Avaliação dos clientes',
    ],
    gtin: ['EAN'], // com.br 2022, 2025
    brand: ['Marca', 'Nome da marca'], // es, com.br 2022, 2025; from knowledge
  },
  months: [
    ['janeiro', 'jan'], // es, com.br 2022, 2025; from knowledge
    ['fevereiro', 'fev'], // es, com.br 2022; from knowledge
    ['março', 'mar'], // es, com.br 2022; com.br 2026
    ['abril', 'abr'], // es, com.br 2022, 2026; com, com.br 2025, 2026
    ['maio', 'mai'], // es, com.br 2022, 2026; from knowledge
    ['junho', 'jun'], // es, com.br 2022; com.br 2026
    ['julho', 'jul'], // es, com.br 2022; com.br 2026
    ['agosto', 'ago'], // es, com.br 2022, 2025; com.br 2025, 2026
    ['setembro', 'set'], // es, com.br 2022, 2025; com.br 2026
    ['outubro', 'out'], // es, com.br 2022, 2025; from knowledge
    ['novembro', 'nov'], // com.br 2022, 2025; from knowledge
    ['dezembro', 'dez'], // es, com.br 2022, 2025; com.br 2026
  ],
  days: [
    'Hoje', // com.br 2026
    'Amanhã', // com.br 2025, 2026
    'Segunda-feira', // com.br 2022
    'seg', // com, com.br 2025
    'Terça-feira', // com.br 2022, 2025
    'ter', // com, com.br 2025, 2026
    'Quarta-feira', // com.br 2022, 2025
    'qua', // com, com.br 2025, 2026
    'qui', // com.br 2026
    'sex', // com.br 2025, 2026
    'sáb', // com.br 2025
    'Domingo', // com.br 2022
    'dom', // com.br 2026
    // From knowledge.
    'segunda',
    'terça',
    'quarta',
    'Quinta-feira',
    'quinta',
    'Sexta-feira',
    'sexta',
    'Sábado',
  ],
  countries,
  two: [],
  free: [
    'GRÁTIS', // com.br 2022, 2025, 2026
    // From knowledge.
    'gratuita',
    'gratuito',
    'gratuitos',
    'gratuitas',
    'sem custo adicional',
  ],
  conditions: {
    used_like_new: ['Como novo', 'Como nova', 'Seminovo'], // From knowledge.
    used_very_good: ['Muito bom', 'Muito boa', 'Muito boas condições'], // From knowledge.
    used_good: ['Bom', 'Boa', 'Boas condições'], // From knowledge.
    used_acceptable: ['Aceitável'], // From knowledge.
    new: ['Novo'], // From knowledge.
    refurbished: [
      // From knowledge.
      'Recondicionado',
      'Renovado',
      'Recondicionada',
      'Recondicionados',
      'Remanufaturado',
    ],
    collectible: ['Colecionável'], // From knowledge.
    open_box: ['Caixa aberta'], // From knowledge.
    used: ['Usado', 'Usada', 'Usados', 'Segunda mão'], // From knowledge.
  },
  promotion: ['promoção', 'off', 'promoções', 'desconto', 'cupom'], // com.br 2026; com.br 2026; from knowledge
  delivery: [
    'entrega', // com.br 2025, 2026
    'Envia para', // com 2025
    'instantaneamente', // com.br 2026
    // From knowledge.
    'envio',
    'frete',
    'Receba',
    'Chega',
    'retirada',
  ],
  stock: [
    'Em estoque', // com.br 2022, 2025, 2026
    'Em stock', // es 2022
    // From knowledge.
    'Geralmente enviado',
    'Enviado em',
    'Envia em',
  ],
  unavailable: [
    'Não disponível', // com.br 2025
    // From knowledge.
    'Atualmente indisponível',
    'Temporariamente fora de estoque',
    'Temporariamente sem estoque',
    'Temporariamente sem stock',
    'Esgotado',
    'Indisponível',
    'Temporariamente indisponível',
    'Temporariamente não disponível',
    'Atualmente não disponível',
    'No momento indisponível',
    'Produto indisponível',
    'Este produto não está disponível',
    'Sem estoque',
    'Sem stock',
    'Fora de estoque',
    'Temporariamente esgotado',
  ],
  multipliers: { mil: 1000, mi: 1000000 }, // com, com.br 2025, 2026; from knowledge
  ordinals: ['ª', '.ª', 'º', '.º'], // From knowledge.
  pages: {
    no_results: [
      // From knowledge.
      'Nenhum resultado para',
      'não encontrou nenhum produto',
      'Não há resultados para',
      'não corresponde a nenhum produto',
      'Nenhum resultado encontrado',
    ],
    captcha: [
      // From knowledge.
      'Digite os caracteres que você vê abaixo',
      'Introduza os caracteres que vê abaixo',
      'Insira os caracteres que você vê',
      'Clique no botão abaixo para continuar',
    ],
    not_found: ['Procurando alguma coisa', 'Página não encontrada'], // From knowledge.
    throttled: ['Algo deu errado', 'Pedimos desculpa', 'Lamentamos'], // From knowledge.
  },
  offer_rows: {
    seller: [
      'Vendido por', // com.br, es 2022
      // From knowledge.
      'Vendedor',
      'Remetente / Vendedor',
      'Enviado e vendido por',
      'Vendido e enviado por',
    ],
    fulfiller: [
      'Enviado por', // com.br 2022
      'Enviado de', // es 2022
      // From knowledge.
      'Remetente',
      'Remetente / Vendedor',
      'Enviado e vendido por',
      'Vendido e enviado por',
    ],
    returns: ['Devolução', 'Devoluções'], // com.br 2025, 2026; from knowledge
  },
  set_price: {
    price: ['preço'], // From knowledge.
    publisher: ['editora', 'editor'], // From knowledge.
  },
  no_offers: ['não há outros vendedores', 'nenhum vendedor', 'nenhuma oferta'], // From knowledge.
  on_condition: [
    'primeiro pedido', // com.br 2022, 2026
    // From knowledge.
    'a partir de',
    'pedidos acima de',
    'mínimo',
    'primeira encomenda',
    'pedidos qualificados',
    'pedidos elegíveis',
  ],
  struck: ['Típico', 'Preço sugerido', 'Preço anterior', 'em vez de'], // com 2025; from knowledge
  coupon_code: ['código', 'cupom', 'cupão'], // com.br 2026; from knowledge
  subscription: ['Programe e Poupe', 'Assine e Economize', 'assinatura'], // From knowledge.
  empty_list: [
    // From knowledge.
    'não há produtos disponíveis nesta categoria',
    'nenhum produto nesta lista',
    'não há produtos nesta lista',
  ],
  location_control: [
    'Atualizar CEP', // com.br 2025, 2026
    'Selecione o endereço', // com.br 2022, 2025
    // From knowledge.
    'Atualizar local',
  ],
  variants: ['pt-PT'], // es 2022
  undeliverable: { not: ['não'], place: ['local de entrega', 'endereço', 'localização', 'destino'] }, // From knowledge.
}
