/**
 * Which of Stryker's survivors have no reason in mutation-survivors.json, and which reasons there have no survivor. A mutant is
 * named by what changes and not by its line, so that a reason outlives changes elsewhere in the file.
 */
const LONGEST_TEXT = 80;
const SURVIVED = ['Survived', 'NoCoverage'];

export function compareSurvivors(files, reasons) {
  const unexplained = [];
  const stale = [];
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const survivors = labelMutants(source, mutants).filter(({ status }) => SURVIVED.includes(status));
    const labels = new Set(survivors.map(({ label }) => label));
    for (const { line, label } of survivors) if (!reasons[file]?.[label]) unexplained.push(`${file}:${line} ${label}`);
    for (const label of Object.keys(reasons[file] ?? {})) if (!labels.has(label)) stale.push(`${file} ${label}`);
  }
  return { unexplained, stale };
}

/** The second mutant of a file with the same text ends with "#2", as in SQL. */
function labelMutants(source, mutants) {
  const lines = source.split('\n');
  const offsetOf = ({ line, column }) => lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) + column - 1;
  const seen = new Map();
  const inOrder = mutants.toSorted((a, b) => offsetOf(a.location.start) - offsetOf(b.location.start));
  return inOrder.map(({ location: { start, end }, replacement, mutatorName, status }) => {
    const text = `${mutatorName}: ${shorten(source.slice(offsetOf(start), offsetOf(end)))} → ${shorten(replacement)}`;
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return { line: start.line, status, label: count > 1 ? `${text} #${count}` : text };
  });
}

function shorten(text = '') {
  const oneLine = text.replaceAll(/\s+/g, ' ');
  return oneLine.length > LONGEST_TEXT ? `${oneLine.slice(0, LONGEST_TEXT)}…` : oneLine;
}
