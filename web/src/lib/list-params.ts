import { useSearchParams } from 'react-router';

/**
 * Search, filters and page of a list live in the address, so that a reload, a link and the way back keep them.
 * A new search or filter starts at page 1.
 */
export function useListParams() {
  const [params, setParams] = useSearchParams();
  const change = (edit: (next: URLSearchParams) => void) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        edit(next);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const setOrDrop = (next: URLSearchParams, name: string, value: string) =>
    value ? next.set(name, value) : next.delete(name);

  return {
    page: Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1),
    value: (name: string) => params.get(name) ?? '',
    choose: (name: string, value: string) =>
      change((next) => {
        setOrDrop(next, name, value);
        next.delete('page');
      }),
    goToPage: (page: number) => change((next) => setOrDrop(next, 'page', page > 1 ? String(page) : '')),
    clear: (...names: string[]) =>
      change((next) => {
        for (const name of [...names, 'page']) next.delete(name);
      }),
  };
}
