/** Which requests boot.js sends early at which address, derived from the router's table of pages. */
import type { CustomerPage } from '../src/app/customer-pages.ts';
import { urlOf } from '../src/lib/api.ts';

export interface EarlyRequest {
  /** A regular expression whose groups are the ids in the address. */
  address: string;
  /** The API's URL; $1 stands for the first id. */
  data: string;
  /** The page's module, unless it ships with the app. */
  file: string | null;
}

const ID = '([1-9]\\d{0,8})';
const PARAMETER = /:(\w+)/g;

export function earlyRequestsOf(pages: CustomerPage[]): EarlyRequest[] {
  return pages.flatMap(({ path, file, load, firstRequest }) => {
    if (!firstRequest) return [];
    const names = [...path.matchAll(PARAMETER)].map(([, name]) => name);
    const placeholders = Object.fromEntries(names.map((name, index) => [name, `$${index + 1}`]));
    return {
      address: `^/${path.replaceAll(PARAMETER, ID)}$`,
      data: decodeURIComponent(urlOf(...firstRequest(placeholders))),
      file: load && `${file}.tsx`,
    };
  });
}
