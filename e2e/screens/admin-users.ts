import type { Page } from 'playwright-core';
import {
  changingResponse,
  chooseInFirst,
  EVERY_LOOK,
  failing,
  neverResponding,
  ONE_OF_EACH,
  OTHERS_OF_EACH,
  press,
  type Scene,
  type Scenes,
} from './scene.ts';

const users: Omit<Scene, 'shows'> = { looks: ONE_OF_EACH, user: 'admin', address: '/admin/users' };
const LIST = '/admin/users?*';

const chooseRole = (of: RegExp, role: RegExp) => async (page: Page) => {
  await press(page, of);
  await page.getByRole('radio', { name: role }).check();
};

async function demoteLastAdmin(page: Page): Promise<void> {
  await page.getByText('(you)').waitFor();
  await page
    .getByRole('row')
    .filter({ hasText: '(you)' })
    .getByRole('button', { name: /^Change the role/ })
    .click();
  await page.getByRole('radio', { name: /^Customer/ }).check();
  await press(page, 'Change role');
}

async function invite(page: Page): Promise<void> {
  await press(page, 'Invite staff');
  await page.getByLabel('Full name').fill('Noor Fatima');
  await page.getByLabel('Email').fill('noor@example.com');
}

async function makeLink(page: Page): Promise<void> {
  await chooseInFirst(page, 'Reset link', /^Actions for Asha Rao/);
  await press(page, 'Create link');
}

const refusing = changingResponse(LIST, (answer: { data: object[] }) => ({
  ...answer,
  data: answer.data.map((user, index) => ({
    ...user,
    mailRefusal: index === 0 ? { reason: '550 5.1.1 No such mailbox', at: '2026-11-12T10:00:00Z' } : null,
  })),
}));

export const adminUsers: Scenes = {
  'admin-users': { ...users, looks: EVERY_LOOK, address: '/admin/users?search=meera', shows: 'Staff' },
  'admin-users-many': { ...users, looks: [...ONE_OF_EACH, 'small-phone-light'], shows: /^Showing 1 to/ },
  'admin-users-mail-refused': { ...users, setup: refusing, shows: /^Email rejected: 550/ },
  'admin-users-loading': { ...users, setup: neverResponding(LIST), shows: 'Users' },
  'admin-users-empty': {
    ...users,
    looks: OTHERS_OF_EACH,
    address: '/admin/users?search=Zoya',
    shows: 'No users found',
  },
  'admin-users-error': { ...users, setup: failing(LIST), shows: 'Failed to load users' },
  'admin-users-role': {
    ...users,
    looks: OTHERS_OF_EACH,
    action: chooseRole(/^Change the role of Asha Rao/, /^Staff/),
    shows: /needs a password of at least ten/,
  },
  'admin-users-promoted': {
    ...users,
    looks: EVERY_LOOK,
    setup: (page) =>
      page.route('**/api/admin/users/*', (route) => {
        const resetUrl = `https://tickets.example.com/reset-password#token=${'Kq7'.repeat(14)}w`;
        return route.fulfill({ json: { success: true, data: { resetUrl, expiresAt: '2026-11-20T14:30:00Z' } } });
      }),
    async action(page) {
      await chooseRole(/^Change the role of Asha Rao/, /^Staff/)(page);
      await press(page, 'Change role');
    },
    shows: 'Copy link',
  },
  'admin-users-invite': { ...users, looks: OTHERS_OF_EACH, action: invite, shows: 'Create link' },
  'admin-users-last-admin': {
    ...users,
    address: '/admin/users?role=ADMIN',
    action: demoteLastAdmin,
    shows: /^This is the last administrator/,
  },
  'admin-users-reset-link': { ...users, looks: OTHERS_OF_EACH, action: makeLink, shows: 'Copy link' },
  'staff-check-in': { ...users, user: 'staff', address: '/admin/check-in', shows: 'Any show today' },
};
