/** What the shop sells: categories with their share, price range in euros and the words their products are named with. */
export interface Category {
  readonly category: string;
  readonly share: number;
  readonly price: readonly [low: number, high: number];
  readonly returnRate: number;
  readonly lines: readonly string[];
  readonly kinds: readonly string[];
}

export const assortment: readonly Category[] = [
  {
    category: 'Apparel',
    share: 27,
    price: [19, 149],
    returnRate: 0.062,
    lines: ['Merino', 'Down', 'Linen', 'Fleece', 'Cotton', 'Thermal'],
    kinds: ['crew neck', 'jacket light', 'shirt', 'hoodie', 'vest', 'trousers', 'base layer'],
  },
  {
    category: 'Footwear',
    share: 19,
    price: [49, 199],
    returnRate: 0.071,
    lines: ['Trail', 'Alpine', 'City', 'Ridge', 'Coast'],
    kinds: ['runner GTX', 'boot', 'sandal', 'approach shoe', 'slip-on', 'winter boot', 'sneaker', 'clog'],
  },
  {
    category: 'Outdoor',
    share: 15,
    price: [25, 349],
    returnRate: 0.034,
    lines: ['Summit', 'Basecamp', 'Nomad', 'Polar'],
    kinds: [
      'tent 2P',
      'sleeping bag',
      'headlamp',
      'stove',
      'trekking poles',
      'mat',
      'tarp',
      'water filter',
      'dry bag',
      'cook set',
    ],
  },
  {
    category: 'Accessories',
    share: 12,
    price: [9, 89],
    returnRate: 0.028,
    lines: ['City', 'Merino', 'Classic', 'Reflex', 'Canvas'],
    kinds: ['backpack 22 L', 'beanie', 'belt', 'gloves', 'scarf', 'cap', 'wallet', 'tote'],
  },
  {
    category: 'Home',
    share: 10,
    price: [12, 179],
    returnRate: 0.025,
    lines: ['Oak', 'Stone', 'Wool', 'Glass'],
    kinds: ['lamp', 'throw', 'mug set', 'cushion', 'tray', 'vase', 'blanket', 'carafe', 'doormat', 'candle'],
  },
  {
    category: 'Kids',
    share: 7,
    price: [9, 79],
    returnRate: 0.045,
    lines: ['Mini', 'Junior', 'Cub', 'Sprout'],
    kinds: ['rain suit', 'runner', 'backpack', 'fleece', 'beanie', 'boots', 'swim set', 'mittens', 'sun hat'],
  },
  {
    category: 'Beauty',
    share: 6,
    price: [6, 59],
    returnRate: 0.012,
    lines: ['Alpine', 'Sea', 'Herb', 'Pure'],
    kinds: ['balm', 'soap', 'sunscreen 50', 'oil', 'shampoo bar', 'hand cream', 'lip care', 'scrub'],
  },
  {
    category: 'Sports',
    share: 4,
    price: [15, 249],
    returnRate: 0.031,
    lines: ['Pace', 'Flow', 'Peak', 'Wave'],
    kinds: [
      'yoga mat',
      'kettlebell',
      'swim goggles',
      'bike light',
      'bottle',
      'resistance band',
      'watch',
      'climbing shoe',
      'chalk bag',
    ],
  },
];
