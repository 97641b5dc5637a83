/** The movies of the demo data. Every movie, place and name is invented. */
import type { Movie } from '@moviebooking/contract/catalogue';

export interface DemoMovie extends Readonly<Pick<Movie, 'title' | 'format' | 'certificate'>> {
  readonly slug: string;
  readonly description: string;
  readonly durationMin: number;
  readonly language: string;
  /** As the movie form computes it (focal-band.ts), corrected by hand where that cuts off a face. */
  readonly posterFocus: number;
}

export const demoMovies = [
  {
    slug: 'diyas-for-nani',
    title: 'Diyas for Nani',
    description:
      'Three cousins who no longer speak come home for one last Diwali in the old family home. Their grandmother has a rule: nobody eats until a thousand lamps are lit, and every lamp costs one honest sentence.',
    durationMin: 142,
    language: 'Hindi',
    format: '2D',
    certificate: 'U',
    posterFocus: 48,
  },
  {
    slug: 'locker-no-9',
    title: 'Locker No. 9',
    description:
      'Four clerks of a sleepy cooperative bank discover that locker nine has been empty on paper for thirty years, and heavy in fact. They have one long weekend, one borrowed key and no talent for crime.',
    durationMin: 128,
    language: 'Marathi',
    format: '2D',
    certificate: 'UA 13+',
    posterFocus: 26,
  },
  {
    slug: 'chai-with-unit-42',
    title: 'Chai with Unit 42',
    description:
      'A retired household robot is put to work at a railway tea stall and learns everything except when to stop pouring. A warm science fiction comedy about memory, sugar and the regulars of platform three.',
    durationMin: 109,
    language: 'Hindi',
    format: '2D',
    certificate: 'U',
    posterFocus: 27,
  },
  {
    slug: 'last-over-at-kasba',
    title: 'Last Over at Kasba',
    description:
      'Kasba has never won a toss, let alone a match. Then a postwoman with a slingshot arm asks for a net, and the worst team in the district finds itself six balls away from the only final it has ever reached.',
    durationMin: 156,
    language: 'Bengali',
    format: '2D',
    certificate: 'U',
    posterFocus: 31,
  },
  {
    slug: 'do-chhatriyan',
    title: 'Do Chhatriyan',
    description:
      'Two strangers pick up each other’s umbrella at a flooded bus stop and spend a whole monsoon trying to return them. A romance told in puddles, missed buses and one very long red light.',
    durationMin: 131,
    language: 'Hindi',
    format: '2D',
    certificate: 'UA 13+',
    posterFocus: 52,
  },
  {
    slug: 'the-thirteenth-jharokha',
    title: 'The Thirteenth Jharokha',
    description:
      'The plans of the haveli show twelve windows on the courtyard side. From the street the surveyor counts thirteen, and in the last one somebody is already counting her.',
    durationMin: 117,
    language: 'Hindi',
    format: '2D',
    certificate: 'A',
    posterFocus: 47,
  },
  {
    slug: 'gullu-learns-to-roar',
    title: 'Gullu Learns to Roar',
    description:
      'Gullu is the smallest cub in the reserve, and when he opens his mouth he hiccups. With a nervous langur and a very old tortoise he walks to Echo Gorge to look for a voice of his own size.',
    durationMin: 92,
    language: 'English',
    format: '3D',
    certificate: 'U',
    posterFocus: 62,
  },
  {
    slug: 'the-2-40-to-itarsi',
    title: 'The 2:40 to Itarsi',
    description:
      'A ticket examiner finds one passenger too many on the night express, then one too few. She has eleven coaches, four hours and no signal to work out who left the train without a station.',
    durationMin: 113,
    language: 'Hindi',
    format: '2D',
    certificate: 'UA 16+',
    posterFocus: 48,
  },
  {
    slug: 'thoda-extra-tadka',
    title: 'Thoda Extra Tadka',
    description:
      'A hostel cook who has fed nine hundred students on dal alone wins a place in a fine dining contest by clerical error. The judges want foam and tweezers. She has brought her own kadhai.',
    durationMin: 124,
    language: 'Hindi',
    format: '2D',
    certificate: 'U',
    posterFocus: 70,
  },
  {
    slug: 'gajadwara',
    title: 'Gajadwara',
    description:
      'For forty years the fortress has stood behind a gate that opens to no army, only to one elephant. When the old mahout dies, his daughter must choose which king the animal will walk towards.',
    durationMin: 189,
    language: 'Kannada',
    format: 'IMAX',
    certificate: 'UA 16+',
    posterFocus: 48,
  },
  {
    slug: 'kadal-vilakku',
    title: 'Kadal Vilakku',
    description:
      'A fishing boat drifts home with its lamp still lit and nobody on board. The lighthouse keeper saw it all from the gallery, and in a village that lives by the sea he is the only man who cannot swim.',
    durationMin: 138,
    language: 'Tamil',
    format: '2D',
    certificate: 'UA 13+',
    posterFocus: 54,
  },
  {
    slug: 'above-the-ninth-camp',
    title: 'Above the Ninth Camp',
    description:
      'Four porters who carried other people’s flags up the mountain go back in winter to plant none at all. They are looking for a friend, and the ridge is not in the habit of giving anyone back.',
    durationMin: 134,
    language: 'English',
    format: 'IMAX',
    certificate: 'UA 13+',
    posterFocus: 38,
  },
  {
    slug: 'mrs-pillai-objects',
    title: 'Mrs. Pillai Objects',
    description:
      'On the day before her retirement an advocate nobody listens to is handed a case nobody wants: a goat, a grandson and a forged will. She puts on her second-best spectacles and takes the court apart.',
    durationMin: 126,
    language: 'Malayalam',
    format: '2D',
    certificate: 'UA 7+',
    posterFocus: 39,
  },
  {
    slug: 'harmonium-street',
    title: 'Harmonium Street',
    description:
      'Every home in the lane once built a part of the instrument: reeds, keys, bellows, song. When a developer buys the street one door at a time, the neighbours answer with the loudest music of their lives.',
    durationMin: 163,
    language: 'Bengali',
    format: '2D',
    certificate: 'U',
    posterFocus: 52,
  },
  {
    slug: 'lullaby-for-a-small-moon',
    title: 'Lullaby for a Small Moon',
    description:
      'A tiny moon has slipped its orbit and an engineer is sent alone to nudge it back. The only thing that steadies it is the cradle song her mother never finished teaching her.',
    durationMin: 121,
    language: 'English',
    format: '4DX',
    certificate: 'U',
    posterFocus: 44,
  },
  {
    slug: 'the-marigold-cipher',
    title: 'The Marigold Cipher',
    description:
      'In the winter of 1971 a florist outside an embassy hides messages in wedding garlands. When one order comes back with a petal too many, he learns that somebody has been reading him for years.',
    durationMin: 145,
    language: 'Hindi',
    format: '2D',
    certificate: 'UA 13+',
    posterFocus: 37,
  },
  {
    slug: 'namak-the-salt-year',
    title: 'नमक: The Salt Year',
    description:
      'For ten months of the year a family lives on a white horizon and turns brine into salt with rakes, patience and borrowed diesel. A quiet documentary about work, weather and the price of a pinch.',
    durationMin: 84,
    language: 'Hindi',
    format: '2D',
    certificate: 'UA 13+',
    posterFocus: 53,
  },
  {
    slug: 'patang-patrol',
    title: 'Patang Patrol',
    description:
      'The day before the kite festival every spool of string on the terraces goes missing. Three children, one pigeon and a grandfather with excellent binoculars take the case to the rooftops.',
    durationMin: 97,
    language: 'Hindi',
    format: '3D',
    certificate: 'U',
    posterFocus: 31,
  },
  {
    slug: 'postmaster-gopalakrishnan',
    title: 'The Extremely Unlikely Retirement of Postmaster Gopalakrishnan',
    description:
      'On his last day of service the postmaster finds one undelivered letter from 1987. He borrows back his bicycle, puts on his cap and sets off to hand it over in person, four hundred kilometres away.',
    durationMin: 119,
    language: 'Malayalam',
    format: '2D',
    certificate: 'U',
    posterFocus: 36,
  },
  {
    slug: 'ottrai-panai',
    title: 'Ottrai Panai',
    description:
      'The new highway is drawn straight through the last palmyra in the village. A schoolgirl who climbs it every morning decides to learn surveying faster than the surveyors can learn her name.',
    durationMin: 136,
    language: 'Tamil',
    format: '2D',
    certificate: 'UA 16+',
    posterFocus: 66,
  },
  {
    slug: 'the-great-sitapur-mela',
    title: 'The Great Sitapur Mela',
    description:
      'A wedding ring is lost on the opening night of the fair, somewhere between the giant wheel and the jalebi stall. Twenty-one rides, two families and one patient constable have until morning to find it.',
    durationMin: 148,
    language: 'Hindi',
    format: '2D',
    certificate: 'UA 7+',
    posterFocus: 42,
  },
  {
    slug: 'the-clockmakers-alibi',
    title: 'The Clockmaker’s Alibi',
    description:
      'Every clock in the shop agrees that the old man was at his bench at five to twelve, the minute his landlord died across town. Inspector Rukmini Deo has only one question: who wound them?',
    durationMin: 111,
    language: 'English',
    format: '2D',
    certificate: 'UA 16+',
    posterFocus: 37,
  },
  {
    slug: 'last-well-in-the-thar',
    title: 'Last Well in the Thar',
    description:
      'A water baron buys up the desert, one village at a time, until a widow with a rope and two brass pots refuses to sell. A slow-burning western of dunes, debts and one loaded camel train.',
    durationMin: 152,
    language: 'Hindi',
    format: '2D',
    certificate: 'A',
    posterFocus: 37,
  },
  {
    slug: 'the-whale-beneath-the-bay',
    title: 'The Whale Beneath the Bay',
    description:
      'Fisher boy Jugnu drops his lantern in the harbour and something enormous brings it back. On the whale’s shoulders stands a sunken town with its lamps still burning, and it is looking for its way home.',
    durationMin: 104,
    language: 'Telugu',
    format: '4DX',
    certificate: 'UA 7+',
    posterFocus: 33,
  },
  {
    slug: 'second-flush',
    title: 'Second Flush',
    description:
      'It is the best harvest in a decade, and every week one more basket comes down the hill without its picker. The manager blames a leopard. The women in the rows have seen the tracks, and they wear shoes.',
    durationMin: 129,
    language: 'Assamese',
    format: '2D',
    certificate: 'A',
    posterFocus: 48,
  },
  {
    slug: 'the-ink-stays-on',
    title: 'The Ink Stays On',
    description:
      'Ward 14 has voted three times and tied three times. As the fourth poll nears, both candidates discover that the whole election hangs on one undecided, stubborn and suddenly very popular tailor.',
    durationMin: 115,
    language: 'Hindi',
    format: '2D',
    certificate: 'UA 7+',
    posterFocus: 17,
  },
] as const satisfies readonly DemoMovie[];
