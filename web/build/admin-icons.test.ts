import { expect, it } from 'vitest';
import { adminIcons } from './admin-icons.ts';

it('finds the icons that customers never see', () => {
  const isAdminIcon = adminIcons();
  const icon = (name: string) => `/x/node_modules/lucide-react/dist/esm/icons/${name}.mjs`;
  expect(['grid-3x3', 'receipt-indian-rupee', 'sparkles', 'log-out'].filter((name) => isAdminIcon(icon(name)))).toEqual(
    ['grid-3x3', 'receipt-indian-rupee'],
  );
  expect(isAdminIcon('/x/web/src/app/layout/admin-layout.tsx')).toBe(false);
});
