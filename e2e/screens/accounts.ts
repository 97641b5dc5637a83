import { EVERY_LOOK, ONE_OF_EACH, OTHERS_OF_EACH, press, type Scenes } from './scene.ts';

export const accounts: Scenes = {
  login: {
    looks: [...EVERY_LOOK, 'laptop-light', 'small-phone-light'],
    user: 'loggedOut',
    address: '/login',
    shows: 'Login',
  },
  'login-refused': {
    looks: OTHERS_OF_EACH,
    user: 'loggedOut',
    address: '/login',
    async action(page) {
      await page.getByLabel('Email').fill('asha.rao@example.com');
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await press(page, 'Login');
    },
    shows: 'Invalid email or password',
  },
  signup: { looks: OTHERS_OF_EACH, user: 'loggedOut', address: '/signup', shows: 'Sign Up' },
  'signup-errors': {
    looks: ONE_OF_EACH,
    user: 'loggedOut',
    address: '/signup',
    async action(page) {
      await page.getByLabel('Email').fill('asha');
      await page.getByLabel('Password', { exact: true }).fill('short');
      await press(page, 'Sign Up');
    },
    shows: 'Please enter a valid email',
  },
  menu: {
    looks: ['phone-light', 'phone-dark'],
    user: 'customer',
    address: '/movies',
    action: (page) => press(page, 'Open menu'),
    shows: 'Sign Out',
  },
};
