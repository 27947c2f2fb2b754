import type { Language } from '../../core/marketplace/language.ts'
import { countries } from './countries/zh.ts'

/** Chinese. */
export const zh: Language = {
  code: 'zh',
  company: ['亚马逊', '亞馬遜'], // From knowledge.
  prime: [],
  viewed: ['浏览', '瀏覽', '查看'], // From knowledge.
  past: [],
  exclusive: ['专享', '獨享', '独享', '專享'], // From knowledge.
  rental: ['租借', '租赁', '租賃', '租用'], // From knowledge.
  byline: [
    // From knowledge.
    '访问 {brand} 店铺',
    '访问{brand}店铺',
    '造訪 {brand} 商店',
    '訪問 {brand} 商店',
    '查看 {brand} 品牌店',
    '造訪{brand}商店',
    '品牌: {brand}',
    '品牌名称：{brand}',
  ],
  by: [],
  deliver_to: [
    '配送至 {place}', // co.jp 2024
    '配送至{place}', // co.jp 2024
    // From knowledge.
    '配送到 {place}',
    '送货至 {place}',
    '交貨到 {place}',
    '配送至: {place}',
  ],
  sales_rank: [
    '商品里排第{rank}名{category}', // co.jp 2024
    // From knowledge.
    '{category}商品里排第{rank}名',
    '{category}中排名第{rank}',
    '{category} - 第{rank}名',
    '{category}排第{rank}名',
    '{rank} 在 {category}',
  ],
  labels: {
    manufacturer: ['制造商', '製造商'], // From knowledge.
    product_dimensions: ['商品尺寸*', '产品尺寸*', '產品尺寸*', '尺寸', '纸书尺寸'], // From knowledge.
    package_dimensions: ['商品包装尺寸', '包装尺寸', '包裹尺寸', '包裝尺寸'], // From knowledge.
    date_first_available: [
      // From knowledge.
      '上架日期',
      '上架时间',
      '上架時間',
      'Amazon.cn上架时间',
      '首次上架日期',
      'Amazon.co.jp 上架日期',
      'Amazon.co.jp で利用可能になった日期',
      '在Amazon*',
      '首次可用日期',
    ],
    sales_rank: [
      '亚马逊热销商品排行榜', // co.jp 2024
      // From knowledge.
      '亚马逊热销商品排名',
      '亚马逊热销榜排名',
      '暢銷商品排名',
      '亚马逊畅销榜排名',
      '畅销商品排名',
      '热销商品排名',
      '亚马逊最畅销商品排名',
      '最畅销商品排名',
      '亚马逊暢銷榜',
      '銷售排名',
      '畅销榜排名',
    ],
    customer_reviews: [
      '买家评论', // co.jp 2024
      // From knowledge.
      '买家评分',
      '用户评分',
      '客户评论',
      '顾客评论',
      '顧客評論',
      '買家評論',
      '客戶評論',
    ],
    brand: ['品牌', '品牌名'], // From knowledge.
  },
  // Dates are written with numbers.
  months: [],
  days: [
    '明天', // co.jp 2024
    '週二', // com 2024
    '星期日', // co.jp 2024
    // From knowledge.
    '月',
    '日',
    '今天',
    '后天',
    '後天',
    '星期一',
    '星期二',
    '星期三',
    '星期四',
    '星期五',
    '星期六',
    '星期天',
    '周一',
    '周二',
    '周三',
    '周四',
    '周五',
    '周六',
    '周日',
    '週一',
    '週三',
    '週四',
    '週五',
    '週六',
    '週日',
    '今日',
    '明日',
  ],
  countries,
  two: [],
  free: ['免费', '免費'], // co.jp 2024; com 2024
  conditions: {
    used_like_new: ['几乎全新', '如新', '接近全新', '成色近新', '像新的一样'], // From knowledge.
    used_very_good: ['非常好', '成色很好'], // From knowledge.
    used_good: ['成色好', '良好'], // co.jp 2024; from knowledge
    used_acceptable: ['可接受', '尚可'], // From knowledge.
    new: ['全新'], // From knowledge.
    refurbished: ['翻新'], // From knowledge.
    collectible: ['收藏品'], // From knowledge.
    open_box: [],
    used: ['非全新品', '二手', '使用过'], // co.jp 2024; from knowledge
  },
  promotion: ['优惠', '優惠', '折扣'], // From knowledge.
  delivery: [
    '送貨', // com 2024
    // From knowledge.
    '配送',
    '送货',
    '运费',
    '運費',
    '送达',
    '送達',
  ],
  stock: ['现货', '現貨', '有货', '有貨', '库存', '庫存', '发货', '發貨'], // From knowledge.
  unavailable: [
    // From knowledge.
    '目前无货',
    '此商品目前无货',
    '此商品目前缺货',
    '暂时缺货',
    '目前缺货',
    '目前无法',
    '目前無法',
    '目前不可用',
    '暂时无货',
    '暫時缺貨',
    '缺货',
    '缺貨',
  ],
  multipliers: { 千: 1000, 万: 10000, 萬: 10000, 亿: 100000000, 億: 100000000 }, // From knowledge.
  ordinals: [],
  pages: {
    no_results: ['没有找到任何与', '找不到符合', '沒有符合'], // From knowledge.
  },
  offer_rows: {
    seller: [
      '卖家', // co.jp 2024
      // From knowledge.
      '销售商',
      '賣家',
      '销售者',
      '銷售商',
      '发货方 / 卖家',
      '配送方 / 卖家',
    ],
    fulfiller: [
      // From knowledge.
      '发货方',
      '发货地',
      '配送方',
      '出貨方',
      '发货',
      '发货方 / 卖家',
      '配送方 / 卖家',
    ],
    returns: ['退货', '退貨'], // From knowledge.
  },
  set_price: {
    price: ['价格', '價格'], // From knowledge.
    publisher: ['出版社', '出版商'], // From knowledge.
  },
  no_offers: ['没有其他卖家', '沒有其他賣家', '没有卖家'], // From knowledge.
  on_condition: [
    // From knowledge.
    '订单满',
    '訂單滿',
    '以上的订单',
    '首单',
    '首次下单',
    '首次订单',
  ],
  struck: ['定價', '典型', '定价', '原价', '原價', '市场价', '参考价'], // com 2024; com 2024; from knowledge
  coupon_code: ['代码', '代碼', '优惠码', '優惠碼', '优惠代码'], // From knowledge.
  subscription: ['订购省', '訂閱', '订阅', '定期购'], // From knowledge.
  empty_list: [
    // From knowledge.
    '此分类中没有商品',
    '该类别中没有商品',
    '此列表中没有商品',
  ],
  location_control: [
    '更新位置', // co.jp 2024
    // From knowledge.
    '更新地点',
    '选择您的地址',
  ],
  variants: ['zh-Hant', 'zh-HK'], // com 2024
  undeliverable: { not: ['无法', '無法', '不能'], place: ['地址', '地点', '地點', '位置'] }, // From knowledge.
}
