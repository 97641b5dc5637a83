/** The outline that index.html paints before any script runs. It stays while the first page's code loads. */
const outline = document.getElementById('root')?.innerHTML ?? '';

export function FirstLoad() {
  return <div dangerouslySetInnerHTML={{ __html: outline }} />;
}
