/** What boot.js asks for at which address, derived from the router's own table of pages. */
import type { CustomerPage } from '../src/app/customer-pages.ts';
import { urlOf } from '../src/lib/api.ts';

export interface EarlyRequest {
  /** A regular expression; its groups are the ids in the address. */
  address: string;
  /** The API's URL, in which $1 stands for the first id. */
  data: string;
  /** The page's module, if it does not ship with the app. */
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
