import type { Language } from '../../core/product/language.ts'

/** Chinese. */
export const zh: Language = {
  code: 'zh',
  byline: [
    '访问 {brand} 店铺',
    '访问{brand}店铺',
    '造訪 {brand} 商店',
    '訪問 {brand} 商店',
    '品牌: {brand}',
    '品牌：{brand}',
  ],
  deliver_to: ['配送至 {place}', '配送至{place}', '配送到 {place}', '送货至 {place}'],
  sales_rank: [
    '{category}商品里排第{rank}名',
    '商品里排第{rank}名{category}',
    '{category}中排名第{rank}',
    '{category} - 第{rank}名',
    '#{rank} 在 {category}',
    '{rank} 在 {category}',
    '{category}排第{rank}名',
  ],
  labels: {
    manufacturer: ['制造商', '製造商'],
    product_dimensions: ['商品尺寸*', '产品尺寸*', '產品尺寸*', '尺寸', '纸书尺寸'],
    package_dimensions: ['商品包装尺寸', '包装尺寸', '包裹尺寸', '包裝尺寸'],
    date_first_available: [
      '上架日期',
      '首次上架日期',
      'Amazon.co.jp 上架日期',
      'Amazon.co.jp で利用可能になった日期',
      '在Amazon*',
      '首次可用日期',
    ],
    sales_rank: [
      '亚马逊热销商品排名',
      '亚马逊热销榜排名',
      '暢銷商品排名',
      '亚马逊畅销榜排名',
      '畅销商品排名',
      '热销商品排名',
    ],
    customer_reviews: ['买家评论', '买家评分', '客户评论', '顾客评论', '顧客評論'],
    brand: ['品牌', '品牌名'],
  },
  // Dates are written with numbers.
  months: [],
  days: ['今天', '明天', '后天', '後天'],
  free: ['免费', '免費'],
  conditions: {
    used_like_new: ['几乎全新', '接近全新', '成色近新', '像新的一样'],
    used_very_good: ['非常好', '成色很好'],
    used_good: ['成色好', '良好'],
    used_acceptable: ['可接受', '尚可'],
    new: ['全新'],
    refurbished: ['翻新'],
    collectible: ['收藏品'],
    open_box: [],
    used: ['二手', '非全新品'],
  },
  unavailable: ['目前无货', '暂时缺货', '目前缺货'],
}
