import type { Language } from '../../core/marketplace/language.ts'
import { countries } from './countries/fr.ts'

/** French. */
export const fr: Language = {
  code: 'fr',
  company: [],
  prime: [],
  viewed: [
    // From knowledge.
    'vues',
    'vus',
    'consulté',
    'consultés',
    'consultations',
    'vu',
    'vue',
    'consultée',
    'consultées',
  ],
  past: [],
  exclusive: ['exclusif', 'exclusive', 'exclusivement', 'réservé aux'], // From knowledge.
  rental: ['louer', 'à la location', 'en location'], // From knowledge.
  byline: [
    // From knowledge.
    'Visiter la boutique {brand}',
    'Visitez la boutique de {brand}',
    'Visitez la boutique {brand}',
    'Marque : {brand}',
    'Visiter la boutique de {brand}',
    'Visiter le magasin {brand}',
    'Visitez le magasin {brand}',
  ],
  by: ['de', 'Par'], // fr 2019, 2026; from knowledge
  deliver_to: [
    'Votre adresse de livraison: {place}', // fr 2019, 2026
    // From knowledge.
    'Livrer à {place}',
    'Livraison à {place}',
    'Livraison en {place}',
    'Livrer vers {place}',
    'Livraison vers {place}',
    'Livrer au {place}',
    'Livraison au {place}',
  ],
  sales_rank: [
    '{rank} en {category}', // fr 2019, 2020, 2026
    '{rank} dans {category}', // fr 2019, 2020
    // From knowledge.
    '{rank} des titres gratuits dans la {category}',
    '{rank} des titres payants dans la {category}',
  ],
  labels: {
    manufacturer: ['Fabricant'], // From knowledge.
    product_dimensions: [
      'Dimensions du produit*', // fr 2019
      "Dimensions de l'article*", // fr 2020
      'Dimensions', // fr 2026
      // From knowledge.
      'Dimensions du modèle*',
    ],
    package_dimensions: [
      // From knowledge.
      'Dimensions du colis*',
      "Dimensions de l'emballage*",
      'Dimensions du paquet*',
      'Dimensions de la boîte',
    ],
    date_first_available: [
      'Date de mise en ligne sur Amazon*', // fr 2019, 2020
      // From knowledge.
      'Date de mise en ligne',
      'Disponible sur Amazon.fr depuis*',
      'Date de première disponibilité*',
      'Première date de disponibilité*',
      'Date de disponibilité*',
      'Disponible sur Amazon.ca depuis*',
      'Disponible depuis*',
    ],
    sales_rank: [
      'Classement des meilleures ventes*', // fr 2019, 2020, 2026
      // From knowledge.
      'Classement des meilleurs vendeurs*',
      'Rang parmi les meilleures ventes*',
      "Meilleures ventes d'Amazon",
    ],
    customer_reviews: [
      'Moyenne des commentaires client*', // fr 2019, 2020
      'Commentaires client', // fr 2026
      // From knowledge.
      'Avis clients',
      'Évaluations des clients',
      'Moyenne des évaluations client*',
      'Commentaires des clients',
      'Commentaires clients',
      'Avis des clients',
      'Évaluations client',
      'Évaluation des clients',
      'Note moyenne*',
    ],
    brand: ['Marque', 'Nom de marque', 'Nom de la marque'], // fr 2019, 2020; from knowledge
  },
  months: [
    ['janvier', 'janv'], // fr 2019, 2020, 2026; from knowledge
    ['février', 'févr'], // fr 2019, 2026; from knowledge
    ['mars'], // fr 2019, 2020, 2026
    ['avril', 'avr'], // fr 2019, 2020, 2026; fr 2019
    ['mai'], // fr 2019, 2020, 2026
    ['juin'], // fr 2019, 2020, 2026
    ['juillet', 'juil', 'juill'], // fr 2019, 2020; fr 2020; from knowledge
    ['août'], // fr 2019, 2026
    ['septembre', 'sept'], // fr 2019, 2020; from knowledge
    ['octobre', 'oct'], // fr 2019, 2020, 2026; from knowledge
    ['novembre', 'nov'], // fr 2019; from knowledge
    ['décembre', 'déc'], // fr 2019, 2020, 2026; from knowledge
  ],
  // "aujourd" is the part of "aujourd'hui" before the apostrophe.
  days: [
    'mardi', // fr 2026
    'mercredi', // fr 2026
    'vendredi', // fr 2019
    // From knowledge.
    'aujourd',
    'demain',
    'lundi',
    'lun',
    'mar',
    'mer',
    'jeudi',
    'jeu',
    'ven',
    'samedi',
    'sam',
    'dimanche',
    'dim',
    'après-demain',
  ],
  countries,
  two: [],
  free: [
    'GRATUITE', // fr 2019
    // From knowledge.
    'gratuit',
    'gratuits',
    'gratuites',
    'gratuitement',
    'sans frais supplémentaires',
  ],
  conditions: {
    used_like_new: ['Comme neuf', 'Comme neuve', 'Comme neufs'], // From knowledge.
    used_very_good: ['Très bon', 'Très bonne', 'Très bonnes'], // fr 2019; from knowledge
    used_good: ['Bon'], // fr 2019
    used_acceptable: ['Acceptable'], // From knowledge.
    new: ['Neuf'], // From knowledge.
    refurbished: [
      // From knowledge.
      'Reconditionné',
      'Remis à neuf',
      'Reconditionnée',
      'Reconditionnés',
      'Reconditionnées',
      'Remise à neuf',
      'Remis en état',
    ],
    collectible: ['De collection'], // From knowledge.
    open_box: ['Emballage ouvert'], // From knowledge.
    used: ["D'occasion", 'occasion', 'Usagé', 'Usagée', 'Usagés'], // fr 2019; fr 2019; from knowledge
  },
  promotion: ['promotion', 'promotions', 'réduction', 'remise', 'coupon'], // From knowledge.
  delivery: [
    // From knowledge.
    'livraison',
    'livré',
    'livrés',
    'livrée',
    'expédition',
    'Expédié vers',
    'Recevez-le',
    'Recevez',
    'Arrive',
    'retrait',
    'instantanément',
  ],
  stock: [
    'En stock', // fr 2019, 2026
    'expédié sous', // fr 2020
    'Habituellement expédié', // fr 2020
    // From knowledge.
    'Généralement expédié',
    'Précommande',
    'Expédition sous',
    "Disponible à l'expédition",
  ],
  unavailable: [
    'Actuellement indisponible', // fr 2019
    // From knowledge.
    'Temporairement en rupture de stock',
    'Actuellement non disponible',
    'En rupture de stock',
    'Indisponible',
    'Non disponible',
    'Temporairement indisponible',
    'Momentanément indisponible',
    'Temporairement épuisé',
    'Rupture de stock',
    'Actuellement en rupture',
    'Épuisé',
    'Cet article est actuellement indisponible',
  ],
  multipliers: {},
  ordinals: [],
  pages: {
    no_results: [
      // From knowledge.
      'Aucun résultat pour',
      'ne correspond à aucun article',
      'ne correspond à aucun produit',
      'Aucun résultat trouvé',
    ],
    captcha: [
      // From knowledge.
      'Entrez les caractères que vous voyez ci-dessous',
      'Cliquez sur le bouton ci-dessous pour continuer vos achats',
      'Saisissez les caractères que vous voyez ci-dessous',
      'Cliquez sur le bouton ci-dessous pour continuer à magasiner',
      'Cliquez sur le bouton ci-dessous pour poursuivre vos achats',
    ],
    not_found: [
      // From knowledge.
      'Vous recherchez quelque chose',
      'Vous recherchez une page',
      'Page introuvable',
      'Page non trouvée',
      'Vous cherchez quelque chose',
    ],
    throttled: [
      // From knowledge.
      'Toutes nos excuses',
      'Désolé, une erreur',
      'Une erreur est survenue',
      'Une erreur s’est produite',
    ],
  },
  offer_rows: {
    seller: [
      'Vendu par', // fr 2019
      'Expéditeur / Vendeur', // fr 2026
      'Expédié et vendu par', // fr 2019, 2020
      // From knowledge.
      'Vendeur',
      'Vendu et expédié par',
      'Vendu et livré par',
    ],
    fulfiller: [
      'Expéditeur / Vendeur', // fr 2026
      'Expédié et vendu par', // fr 2019, 2020
      // From knowledge.
      'Expédié par',
      'Expédié depuis',
      'Expéditeur',
      'Vendu et expédié par',
    ],
    returns: ['Retours', 'Retour'], // fr 2026; from knowledge
  },
  set_price: {
    price: ['prix'], // From knowledge.
    publisher: ['éditeur', "l'éditeur"], // From knowledge.
  },
  no_offers: ['aucun autre vendeur', 'aucun vendeur', 'aucune offre'], // From knowledge.
  on_condition: [
    'à partir de', // fr 2019
    // From knowledge.
    'commandes de plus de',
    "d'achat",
    'minimum',
    'première commande',
    'commandes éligibles',
  ],
  struck: ['Prix conseillé', 'Ancien prix', 'Prix habituel', 'au lieu de'], // fr 2026; from knowledge
  coupon_code: ['code'], // From knowledge.
  subscription: ['Prévoyez et Économisez', 'abonnement'], // From knowledge.
  empty_list: [
    // From knowledge.
    'aucun produit disponible dans cette catégorie',
    'aucune meilleure vente disponible',
    'aucun article dans cette liste',
  ],
  location_control: [
    'Entrez votre adresse', // fr 2020
    // From knowledge.
    "Mettre à jour l'emplacement",
    "Modifier l'emplacement",
    'Choisir un lieu',
  ],
  undeliverable: { not: ['ne peut', "n'est pas"], place: ['adresse', 'lieu de livraison'] }, // From knowledge.
}
