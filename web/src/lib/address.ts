import { useSearchParams } from 'react-router';

const PAGE_NUMBER = /^[1-9]\d{0,8}$/;
const MAX_SEARCH = 200;

/**
 * Keeps a list's search, filters and page in the address, so that Back, a reload and a shared link show the same list.
 * Changing the search or a filter returns to page 1.
 */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const page = params.get('page') ?? '';
  const search = (params.get('search') ?? '').slice(0, MAX_SEARCH);

  const change = (values: Record<string, string>, options: Parameters<typeof setParams>[1]) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const [name, value] of Object.entries({ page: '', ...values })) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      return next;
    }, options);

  return {
    page: PAGE_NUMBER.test(page) ? Number(page) : 1,
    search,
    value: (name: string) => params.get(name) ?? '',
    /** Removes empty values from the address. */
    setFilters: (values: Record<string, string>) => change(values, { replace: true, preventScrollReset: true }),
    /** Back restores the previous filters. */
    clearFilters: (...names: string[]) =>
      change(Object.fromEntries(names.map((name) => [name, ''])), { preventScrollReset: true }),
    /** Back leaves the search in one step, however many letters were typed. */
    setSearch: (text: string) =>
      change({ search: text.trim() }, { replace: search !== '' && text.trim() !== '', preventScrollReset: true }),
    goToPage: (wanted: number) => change({ page: wanted > 1 ? String(wanted) : '' }, {}),
  };
}

/** The filters in the address, the search among them, for a list's query and its header. */
export function useFilters(names: string[]) {
  const { value: inAddress, search, setFilters } = useAddress();
  const value = (name: string) => (name === 'search' ? search : inAddress(name));
  const active = names.filter((name) => value(name) !== '');
  return {
    filter: Object.fromEntries(names.map((name) => [name, value(name)])),
    activeFilters: active.filter((name) => name !== 'search').length,
    onClear: active.length > 0 ? () => setFilters(Object.fromEntries(names.map((name) => [name, '']))) : undefined,
  };
}
