/** What index.html paints before any script runs. */
const outline = document.getElementById('root')?.innerHTML ?? '';

/** Stands while the first page's code is on its way: the outline of a page, not of a particular one. */
export function FirstLoad() {
  return <div dangerouslySetInnerHTML={{ __html: outline }} />;
}
