/** The cinemas and users of the demo data. All are invented. */

export const demoCinemas = [
  { name: 'Marigold Talkies', city: 'Mumbai', screens: ['Marine', 'Gateway', 'Balcony'], basePrice: 260 },
  { name: 'Charminar Pictures', city: 'Hyderabad', screens: ['Pearl', 'Irani', 'Golconda'], basePrice: 220 },
  { name: 'Cubbon Cineplex', city: 'Bengaluru', screens: ['Audi 1', 'Audi 2', 'Gold'], basePrice: 250 },
  { name: 'Marina Lights', city: 'Chennai', screens: ['Kadal', 'Nila', 'Vaanam'], basePrice: 190 },
  { name: 'Howrah Regal', city: 'Kolkata', screens: ['Ganga', 'Tramline', 'Durbar'], basePrice: 200 },
  {
    name: 'Lodhi Garden Cinema',
    city: 'New Delhi',
    screens: ['Screen 1', 'Screen 2', 'Director’s Cut'],
    basePrice: 280,
  },
] as const;

export const SCREEN_CAPACITY = 100;

/** At both ends of the last row, by index: J1 and J10 for wheelchairs, J2 and J9 for companions. */
export const demoPlaces = { wheelchair: [90, 99], companion: [91, 98] };

const givenNames = ['Aarav', 'Ananya', 'Bhavna', 'Chirag', 'Deepika', 'Farhan', 'Gauri', 'Harish', 'Ishita', 'Kabir'];
const familyNames = ['Banerjee', 'D’Souza', 'Iyer', 'Khan', 'Mehta', 'Nair'];

export const demoCustomers = familyNames.flatMap((family) =>
  givenNames.map((given) => ({
    name: `${given} ${family}`,
    email: `${given}.${family}@customers.example`.toLowerCase().replaceAll('’', ''),
  })),
);

/** The accounts to log in with. Nobody knows the passwords of the others. */
export const demoAccounts = [
  { name: 'Meera Krishnan', email: 'admin@moviebooking.example', role: 'ADMIN' },
  { name: 'Asha Rao', email: 'asha@moviebooking.example', role: 'USER' },
] as const;
