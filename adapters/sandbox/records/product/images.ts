import { html, json, raw, type Markup } from '../../markup/html.ts'

import { feature, type ProductView } from './product-view.ts'

const SIZE_MARK = /\._AC_SL1500_(?=\.jpg$)/

/** Prints the gallery: visible thumbnails, and all sizes in a script. */
export function printImages(view: ProductView): Markup {
  const { record, truth } = view
  const bare = record.images.map((url) => url.replace(SIZE_MARK, ''))
  const sized = (url: string, size: string): string => url.replace(/\.jpg$/, `._${size}_.jpg`)
  const [main = ''] = bare
  const thumbnails = bare.map(
    (url, index) =>
      html`<li class="item imageThumbnail a-declarative">
        <span class="a-list-item"><span class="a-declarative" data-action="thumb-action" data-thumb-action='{"variant":"${index === 0 ? 'MAIN' : `PT0${index}`}","index":"${index}","type":"image"}'><span class="a-button a-button-toggle"><span><input type="submit"/><span class="a-button-text" aria-hidden="true"><img alt="" src="${sized(url, 'AC_US40')}"/></span></span></span></span></span>
        </li>`,
  )
  const landing = truth.layout === 'book' ? 'imgBlkFront' : 'landingImage'
  return feature(
    'imageBlock',
    html`<div id="imageBlock" class="a-section"><div class="a-fixed-left-grid-inner"><div id="altImages" class="a-col-left"><ul> ${thumbnails}
      <li class="videoCountTemplate aok-hidden"> <span class="a-list-item"><span></span></span> </li></ul></div><div class="a-col-right">
      <div id="imgTagWrapperId"> <img alt="${record.product_name}" src="${sized(main, 'AC_SX300_SY300_QL70_ML2')}" id="${landing}"/> </div></div>
      </div></div> ${printState(view, bare, sized)}`,
  )
}

function printState(
  { record, truth }: ProductView,
  bare: readonly string[],
  sized: (url: string, size: string) => string,
): Markup {
  if (truth.layout === 'book') {
    const gallery = bare.map((url) => ({
      mainUrl: sized(url, 'AC_SL1500'),
      dimensions: [1000, 1500],
      thumbUrl: sized(url, 'SX38_SY50'),
    }))
    return html`<script type="text/javascript">
      P.when('A').register('ImageBlockATF', function (A) {
        var data = { imageGalleryData: ${json(gallery)}, centerColMargin: 0 }
        return data
      })
    </script>`
  }
  const initial = bare.map((url, index) => ({
    // On real pages small pictures have no large size.
    hiRes: sized(url, 'AC_SL1500'),
    thumb: sized(url, 'AC_US40'),
    large: sized(url, 'AC'),
    main: { [sized(url, 'AC_SY355')]: [355, 355], [sized(url, 'AC_SY450')]: [450, 450] },
    variant: index === 0 ? 'MAIN' : `PT0${index}`,
  }))
  const video = {
    durationSeconds: 47,
    isVideo: true,
    url: 'https://m.media-amazon.com/images/S/v/default.vertical.mp4',
  }
  const videos = record.has_videos ? [video] : []
  return html`<script type="text/javascript">
      P.when('A').register('ImageBlockATF', function (A) {
        var data = { colorImages: { initial: ${json(initial)} }, colorToAsin: { initial: {} }, heroImage: { initial: [] } }
        return data
      })
    </script>
    <script type="text/javascript">
      P.when('A').register("ImageBlockBTF", function(A){ ${raw('var obj = A.$.parseJSON(')}'{"dataInJson":null,"alwaysIncludeVideo":true,"autoplayVideo":false,"videos":${json(videos)},"title":"","mediaAsin":"${record.asin}"}'); return obj; });
    </script>`
}
