import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../test/fake-browser.ts';

let browser: ReturnType<typeof fakeBrowser>;
let storage: typeof import('./storage.ts').storage;

beforeEach(async () => {
  browser = fakeBrowser();
  vi.resetModules();
  ({ storage } = await import('./storage.ts'));
});

function blockStorage() {
  const blocked = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: blocked });
  return () => Reflect.deleteProperty(globalThis, 'localStorage');
}

describe('storage', () => {
  test('stores values in the browser', () => {
    storage.setItem('theme', 'dark');
    expect(browser.stored.get('theme')).toBe('dark');
    expect(storage.getItem('theme')).toBe('dark');
    storage.removeItem('theme');
    expect(browser.stored.has('theme')).toBe(false);
    expect(storage.getItem('theme')).toBeNull();
  });

  test('keeps values for this visit if the browser blocks storage', () => {
    const unblock = blockStorage();
    expect(storage.getItem('theme')).toBeNull();
    storage.setItem('theme', 'dark');
    expect(storage.getItem('theme')).toBe('dark');
    storage.removeItem('theme');
    expect(storage.getItem('theme')).toBeNull();
    unblock();
  });

  test('keeps a new value for this visit if the storage is full', () => {
    storage.setItem('theme', 'dark');
    const setItem = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    storage.setItem('theme', 'light');
    expect(storage.getItem('theme')).toBe('light');
    setItem.mockRestore();
    storage.setItem('theme', 'dark');
    expect(storage.getItem('theme')).toBe('dark');
  });
});
