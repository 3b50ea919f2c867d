/** A product of the demo data set. */
export interface DemoProduct {
  name: string;
  description: string;
  /** In cents. */
  price: number;
}

/** A kind of product: its name, its price in cents, and a sentence about it. */
type Kind = [name: string, price: number, about: string];
/** A variant of a kind: a word before its name, its price relative to the plainest, and a sentence about it. */
type Finish = [name: string, factor: number, about: string];

interface Range {
  kinds: Kind[];
  finishes: Finish[];
}

const RANGES: Range[] = [
  {
    kinds: [
      [
        'Cutting Board',
        2900,
        'A board for bread, herbs and everything between, with a groove that keeps juice off the table.',
      ],
      [
        'Serving Tray',
        3400,
        'Carries breakfast for two from the kitchen to the garden, with handles cut into its sides.',
      ],
      ['Salad Bowl', 3900, 'A wide bowl that holds salad for six and looks at home in the middle of the table.'],
      ['Spice Rack', 4500, 'Three narrow shelves that keep thirty jars in sight and within reach of the stove.'],
      ['Bread Box', 5900, 'Keeps a loaf fresh for days; the lid turns over into a small board.'],
      ['Rolling Pin', 1900, 'A straight pin without handles, for dough that should be even to its edge.'],
      ['Pepper Mill', 3200, 'A ceramic grinder set from coarse to dust, filled from the top without spilling.'],
      ['Egg Cup Set', 1600, 'Four small cups that stand firmly, for breakfasts that are not in a hurry.'],
      ['Knife Block', 6400, 'Holds eight knives by magnets, without a slot that could collect crumbs.'],
      ['Wine Rack', 7200, 'Stacks twelve bottles on their sides; two racks lock into one another.'],
    ],
    finishes: [
      ['Beech', 1, 'Made of pale beech from managed forests, and oiled by hand.'],
      ['Oak', 1.3, 'Made of solid oak that grows darker and more handsome with use.'],
      ['Walnut', 1.7, 'Made of dark walnut, each piece with a grain of its own.'],
      ['Bamboo', 0.8, 'Made of bamboo: light, hard, and quick to grow again.'],
    ],
  },
  {
    kinds: [
      ['Coffee Mug', 1400, 'Holds a large coffee, keeps it warm, and fits under most machines.'],
      ['Teapot', 4200, 'Brews a litre of tea and pours it without a drop on the cloth.'],
      ['Dinner Plate', 1800, 'A plate with a low rim, large enough for a Sunday roast.'],
      ['Soup Bowl', 1600, 'A deep bowl for soup, noodles or porridge that rests well in the hand.'],
      ['Butter Dish', 2400, 'Keeps half a pound of butter covered and soft enough to spread.'],
      ['Flower Vase', 3800, 'A slender vase that lets three stems stand as if they had just been cut.'],
      ['Espresso Cup', 1100, 'A thick-walled cup for a short coffee, sold with its saucer.'],
      ['Milk Jug', 1900, 'A small jug with a clean lip, for milk, cream or a sauce.'],
      ['Casserole', 6800, 'Goes from the oven to the table, and keeps a stew hot through second helpings.'],
      ['Planter', 2700, 'A pot with a saucer and a hole where the water can go.'],
    ],
    finishes: [
      ['Stoneware', 1, 'Fired at 1,250 degrees and safe in the dishwasher.'],
      ['Speckled Stoneware', 1.15, 'Glazed in oatmeal with iron speckles that never repeat.'],
      ['Porcelain', 1.4, 'Cast in fine white porcelain, thin enough to let light through.'],
      ['Terracotta', 0.9, 'Turned from red clay and left without glaze on the outside.'],
    ],
  },
  {
    kinds: [
      ['Throw Blanket', 6900, 'A blanket for the sofa, wide enough to share.'],
      ['Cushion Cover', 2400, 'Fits a cushion of 50 by 50 centimetres and closes with a hidden zip.'],
      ['Tea Towel', 1200, 'Dries glasses without lint and hangs from its own loop.'],
      ['Table Runner', 3100, 'Two metres long, for a table that is laid for guests.'],
      ['Duvet Cover', 8900, 'Cool in summer, warm in winter, and closed with wooden buttons.'],
      ['Bath Towel', 2900, 'Dries quickly, stays soft, and covers from shoulder to knee.'],
      ['Apron', 3600, 'Crossed straps, two deep pockets, and length enough to kneel in.'],
      ['Tote Bag', 2200, 'Carries a week of groceries on handles that do not cut into the hand.'],
      ['Curtain Panel', 5400, 'Softens the light of a south window without shutting it out.'],
      ['Napkin Set', 2600, 'Six napkins with mitred corners that need no iron.'],
    ],
    finishes: [
      ['Linen', 1.3, 'Woven from European flax and washed before it is sewn.'],
      ['Organic Cotton', 1, 'Woven from organic cotton and dyed without heavy metals.'],
      ['Recycled Wool', 1.5, 'Spun from recycled wool in the colours it came in.'],
      ['Hemp', 1.1, 'Woven from hemp, which wears for decades and softens with each wash.'],
    ],
  },
  {
    kinds: [
      ['Desk Lamp', 7900, 'Bends in two places, dims by a touch, and remembers how bright it was.'],
      ['Floor Lamp', 14900, 'Throws its light against the ceiling and makes a room seem higher.'],
      ['Pendant Light', 11900, 'Hangs low above a table and leaves the faces around it without glare.'],
      ['Wall Sconce', 6900, 'Lights a corridor, or the page of a book in bed.'],
      ['Candle Holder', 2300, 'Takes a slim candle at one end and a tea light at the other.'],
      ['Table Clock', 4900, 'Sweeps without ticking, and wakes with a sound that grows.'],
      ['Picture Frame', 2700, 'Holds a print of A4 behind real glass, upright or across.'],
      ['Coat Hook', 1500, 'Takes the heaviest winter coat and hides both of its screws.'],
      ['Umbrella Stand', 5600, 'Collects the drips of five umbrellas in a tray that lifts out.'],
      ['Bookend Pair', 3300, 'Two quiet weights that keep a metre of books from leaning.'],
    ],
    finishes: [
      ['Brass', 1.4, 'In brushed brass that takes on a patina, or is polished back.'],
      ['Black Steel', 1, 'In steel with a matt black coat that shows no fingers.'],
      ['Copper', 1.5, 'In spun copper, lacquered so that it keeps its colour.'],
      ['Aluminium', 0.9, 'In recycled aluminium, light and without a seam.'],
    ],
  },
  {
    kinds: [
      ['Notebook', 1300, 'A hundred and sixty pages that lie flat, with a ribbon to find the last one.'],
      ['Desk Organiser', 3900, 'Five compartments for what would otherwise be all over the desk.'],
      ['Pencil Case', 1900, 'Opens like a tray, and holds thirty pencils and a sharpener.'],
      ['Laptop Sleeve', 4600, 'Padded where it falls, slim where it is carried.'],
      ['Document Folder', 2800, 'Keeps contracts flat and in order, behind an elastic band.'],
      ['Card Holder', 2500, 'Six cards and a folded note in a pocket that nobody notices.'],
      ['Mouse Pad', 1700, 'A calm surface of 30 by 24 centimetres that does not slip.'],
      ['Key Ring', 900, 'One strong ring that opens without breaking a nail.'],
      ['Travel Wallet', 5200, 'Passport, tickets, two currencies and a pen, in their own places.'],
      ['Glasses Case', 2900, 'Firm outside, soft inside, shut by a magnet.'],
    ],
    finishes: [
      ['Leather', 1.6, 'Cut from vegetable-tanned leather that ages well.'],
      ['Wool Felt', 1, 'Made of pressed wool felt, three millimetres thick.'],
      ['Cork', 0.9, 'Made of Portuguese cork, peeled without felling a tree.'],
      ['Waxed Canvas', 1.2, 'Made of waxed canvas that sheds rain and shows its miles.'],
    ],
  },
  {
    kinds: [
      ['Hand Trowel', 1800, 'A blade with marks for planting depth and a handle for cold hands.'],
      ['Watering Can', 4400, 'Six litres, balanced when full, with a rose that rains softly.'],
      ['Pruning Shears', 3700, 'Cuts a branch as thick as a finger; every part can be replaced.'],
      ['Bird Feeder', 2900, 'Keeps seed dry, squirrels away, and the window worth looking out of.'],
      ['Garden Stool', 6200, 'A seat for shelling peas that takes the rain.'],
      ['Herb Box', 3500, 'Room for basil, chives and thyme on one window sill.'],
      ['Lantern', 4100, 'Shelters a candle from the wind on a long evening.'],
      ['Boot Brush', 2100, 'Takes the field off the boots before they come inside.'],
      ['Picnic Basket', 7800, 'Plates, cups and cutlery for four under a lid that is a table.'],
      ['Camping Kettle', 3300, 'Boils a litre over a gas flame or a fire, and folds its handle.'],
    ],
    finishes: [
      ['Galvanised', 1, 'Galvanised against rust, for seasons outdoors.'],
      ['Enamelled', 1.2, 'Enamelled in forest green with a dark rim.'],
      ['Stainless', 1.3, 'In stainless steel that is wiped clean and forgotten.'],
      ['Powder-Coated', 1.1, 'Powder-coated in a warm grey that hides the dust.'],
    ],
  },
];

/** The products of the demo data set: each kind in each finish. */
export const PRODUCTS: readonly DemoProduct[] = RANGES.flatMap(({ kinds, finishes }) =>
  finishes.flatMap(([finish, factor, made]) =>
    kinds.map(([kind, price, about]) => ({
      name: `${finish} ${kind}`,
      description: `${about} ${made}`,
      price: roundPrice(price * factor),
    })),
  ),
);

/** Rounds to a price that ends in 50 or 90 cents. */
function roundPrice(cents: number): number {
  const euros = Math.floor(cents / 100);
  return euros * 100 + (cents % 100 < 50 ? 50 : 90);
}
