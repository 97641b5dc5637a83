/** The outline that index.html paints before any script runs. */
const outline = document.getElementById('root')?.innerHTML ?? '';

/** Shows the outline of a page while the first page's code loads. */
export function FirstLoad() {
  return <div dangerouslySetInnerHTML={{ __html: outline }} />;
}
