/** Example strings of a shop in several languages, for the picture of the editor on the start page. */
export const SAMPLE_LANGUAGES = ['en', 'de', 'ja', 'ar'] as const;

export const SAMPLE = [
  {
    key: 'cart.add',
    texts: { en: 'Add to cart', de: 'In den Warenkorb', ja: 'カートに入れる', ar: 'أضف إلى السلة' },
  },
  {
    key: 'order.sent',
    texts: {
      en: 'Your order is on its way',
      de: 'Ihre Bestellung ist unterwegs',
      ja: 'ご注文の商品を発送しました',
      ar: 'طلبك في الطريق إليك',
    },
  },
  {
    key: 'order.track',
    texts: { en: 'Track the parcel', de: 'Paket verfolgen', ja: '荷物を追跡', ar: 'تتبع الطرد' },
  },
  {
    key: 'account.greeting',
    texts: { en: 'Good morning!', de: 'Guten Morgen!', ja: 'おはようございます！', ar: null },
  },
] as const;
