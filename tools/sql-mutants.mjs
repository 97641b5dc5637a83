/**
 * Makes mutants of SQL: each lacks a lock, condition or guard, reverses a comparison, or has a wrong sort order, fallback or
 * number. The same text always gives the same mutants in the same order.
 */
const TOKEN =
  /--[^\n]*|\$\{(?:[^{}]|\{[^{}]*\})*\}|'(?:[^']|'')*'|"[^"]*"|\$\$|\d+(?:\.\d+)?|\w+|<=|>=|<>|\|\||->>?|::|:=|=>|[^\s\w]/g;
const OPENING = new Set(['(', '[', 'case']);
const CLOSING = new Set([')', ']', 'end']);
const BEFORE_CONDITION = new Set(['where', 'on', 'having', 'if', 'elsif', 'when']);
const BEFORE_EXPRESSION = new Set([
  ...BEFORE_CONDITION,
  ...[',', ';', 'then', 'else', 'select', ':=', '=>', 'return', 'as', 'by', 'set', 'distinct'],
]);
const AFTER_EXPRESSION = new Set([
  ...[
    ',',
    ';',
    'then',
    'loop',
    'group',
    'order',
    'limit',
    'offset',
    'for',
    'returning',
    'union',
    'join',
    'left',
    'cross',
  ],
  ...['where', 'on', 'having', 'as', 'else', 'when', 'from', '$$'],
]);
const AFTER_SORT = new Set([';', 'limit', 'offset', 'for', 'loop', 'into', 'union']);
const STATEMENTS = new Set(['perform', 'delete', 'update', 'insert', 'lock', 'raise']);
const BEFORE_STATEMENT = new Set([';', 'begin', 'then', 'else', 'loop', '$$']);
const OTHER_COMPARISON = { '<': '<=', '<=': '<', '>': '<', '>=': '<', '=': '<>', '<>': '=' };
/** No test can hit the microsecond at which two times are equal. */
const REVERSED = { '<': '>', '<=': '>', '>': '<', '>=': '<' };
const MOMENT = /moment|now\(|timestamp|_until|_at\b|_by\b|since|queued|age/;
const OTHER_FUNCTION = { min: 'max', max: 'min', least: 'greatest', greatest: 'least' };

/** `text` is a whole file: SQL functions, or TypeScript with SQL in sql`…`. */
export function mutantsOf(text, { isTypeScript = false } = {}) {
  const bodies = isTypeScript ? templatesIn(text) : functionsIn(tokenize(text, 0, text.length));
  const seen = new Map();
  return bodies.flatMap(({ name, tokens }) =>
    edits(tokens, text).map(({ start, end, replacement }) => {
      const label = `${name}: ${shorten(text.slice(start, end))} → ${shorten(replacement) || 'nothing'}`;
      const count = (seen.get(label) ?? 0) + 1;
      seen.set(label, count);
      return {
        function: name,
        label: count > 1 ? `${label} #${count}` : label,
        line: text.slice(0, start).split('\n').length,
        text: text.slice(0, start) + replacement + text.slice(end),
      };
    }),
  );
}

function shorten(source) {
  const line = source.replaceAll(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 60)} … ${line.slice(-50)}` : line;
}

function tokenize(text, from, to) {
  return [...text.slice(from, to).matchAll(TOKEN)]
    .filter(([word]) => !word.startsWith('--'))
    .map((match) => ({
      word: match[0].toLowerCase(),
      start: from + match.index,
      end: from + match.index + match[0].length,
    }));
}

function templatesIn(text) {
  const templates = [...text.matchAll(/\bsql(?:<[^`;]*?>)?`((?:[^`$]|\$\{[^}]*\}|\$)*)`/g)];
  return templates.map((match) => {
    const end = match.index + match[0].length - 1;
    const name = [...text.slice(0, match.index).matchAll(/^(?:export )?(?:async )?(?:function|const) (\w+)/gm)].at(
      -1,
    )?.[1];
    return { name, tokens: tokenize(text, end - match[1].length, end) };
  });
}

/** The text after `as $$`, `return`, `begin atomic` or `create view … as`, up to its end. */
function functionsIn(tokens) {
  const bodies = [];
  let name;
  for (let at = 0; at < tokens.length; at += 1) {
    const [before, word, next] = [tokens[at - 1]?.word, tokens[at].word, tokens[at + 1]?.word];
    if (before === 'function' && next === '.') name = tokens[at + 2].word;
    if (before === 'view' && word !== 'if') name = word;
    const ends = { $$: '$$', return: ';', atomic: 'end', view: ';' }[word];
    if (!ends || !name || before === 'drop') continue;
    const end = tokens.findIndex(
      (token, index) => index > at && token.word === ends && tokens[index + 1]?.word !== ')',
    );
    bodies.push({ name, tokens: tokens.slice(at, end + 1) });
    at = end;
  }
  return bodies;
}

function edits(tokens, text) {
  const word = (at) => tokens[at]?.word;
  const source = (from, to) => (from < to ? text.slice(tokens[from].start, tokens[to - 1].end) : '');
  const found = new Map();
  const replace = (from, to, replacement) => {
    if (from >= to) return;
    const [start, end] = [tokens[from].start, tokens[to - 1].end];
    if (text.slice(start, end) !== replacement)
      found.set(`${start} ${end} ${replacement}`, { start, end, replacement });
  };
  /** Returns the first token from `at` on, at this depth, that is one of these or closes the depth. */
  const ahead = (at, stops) => {
    for (let depth = 0; at < tokens.length; at += 1) {
      if (depth === 0 && (stops.has(word(at)) || CLOSING.has(word(at)))) return at;
      if (OPENING.has(word(at))) depth += 1;
      if (CLOSING.has(word(at))) depth -= 1;
    }
    return at;
  };
  const behind = (at, stops) => {
    for (let depth = 0; at >= 0; at -= 1) {
      if (depth === 0 && (stops.has(word(at)) || OPENING.has(word(at)))) return at;
      if (CLOSING.has(word(at))) depth += 1;
      if (OPENING.has(word(at))) depth -= 1;
    }
    return at;
  };
  const closing = (at) => ahead(at + 1, new Set());
  const isBetween = (at) =>
    word(at) === 'and' && word(behind(at - 1, new Set(['between', 'and', 'or', ...BEFORE_EXPRESSION]))) === 'between';

  /** Removes one part of a condition; `isGuard` if the statement does nothing without the condition. */
  const dropParts = (from, to, { alone }) => {
    for (const operator of ['or', 'and']) {
      const cuts = [];
      for (
        let at = ahead(from, new Set([operator]));
        at < to && word(at) === operator;
        at = ahead(at + 1, new Set([operator]))
      )
        if (!isBetween(at)) cuts.push(at);
      if (cuts.length === 0) continue;
      if (operator === 'and') replace(from, to, `${source(from, cuts[0])} or ${source(cuts[0] + 1, to)}`);
      [...cuts, to].forEach((end, index) => {
        const begin = index === 0 ? from : cuts[index - 1] + 1;
        dropParts(begin, end, { alone: operator === 'or' ? 'false' : 'true' });
      });
      return;
    }
    if (alone && !['true', 'false'].includes(word(from))) replace(from, to, alone);
    const inner = word(from) === 'not' ? from + 1 : from;
    if (word(inner) === '(' && closing(inner) === to - 1 && word(inner + 1) !== 'select')
      dropParts(inner + 1, to - 1, { alone: undefined });
  };

  tokens.forEach(({ word: current }, at) => {
    const [before, next] = [word(at - 1), word(at + 1)];
    const dropFrom = (end) => replace(at, end, '');
    if (STATEMENTS.has(current) && BEFORE_STATEMENT.has(before)) dropFrom(ahead(at, new Set([';'])) + 1);
    if (
      BEFORE_CONDITION.has(current) &&
      before !== 'end' &&
      before !== 'exception' &&
      !(current === 'on' && next === 'conflict')
    ) {
      const end = ahead(at + 1, AFTER_EXPRESSION);
      dropParts(at + 1, end, { alone: ['if', 'elsif', 'when'].includes(current) ? 'false' : 'true' });
    }
    if (['and', 'or'].includes(current) && !isBetween(at)) {
      const begin = behind(at - 1, BEFORE_EXPRESSION);
      if (!BEFORE_CONDITION.has(word(begin))) dropParts(begin + 1, ahead(at, AFTER_EXPRESSION), { alone: undefined });
    }
    if (current === 'for' && ['update', 'no', 'share', 'key'].includes(next)) {
      const end = ahead(at, new Set([';', '$$']));
      dropFrom(end);
      if (word(end - 1) === 'locked') replace(end - 2, end, '');
    }
    if (current in OTHER_COMPARISON && !['any', 'all'].includes(next)) {
      const clause = behind(
        at - 1,
        new Set(['set', ';', ...BEFORE_CONDITION, 'select', 'then', 'else', ':=', 'return']),
      );
      const [from, to] = [
        behind(at - 1, new Set(['and', 'or', 'not', ...BEFORE_EXPRESSION])),
        ahead(at, new Set(['and', 'or', ...AFTER_EXPRESSION])),
      ];
      const isOfMoments = MOMENT.test(source(from + 1, to));
      const other = (isOfMoments && REVERSED[current]) || OTHER_COMPARISON[current];
      if (word(clause) !== 'set') replace(from + 1, to, `${source(from + 1, at)} ${other} ${source(at + 1, to)}`);
    }
    if (current === 'not' && before !== 'is' && next !== 'null')
      replace(
        at,
        ahead(at, new Set(['and', 'or', ...AFTER_EXPRESSION])),
        source(at + 1, ahead(at, new Set(['and', 'or', ...AFTER_EXPRESSION]))),
      );
    if (current in OTHER_FUNCTION && next === '(') {
      const end = closing(at + 1) + 1;
      replace(at, end, `${OTHER_FUNCTION[current]}${source(at + 1, end)}`);
    }
    if (
      ['+', '-'].includes(current) &&
      /^[\w)\]}]$/.test(before?.at(-1) ?? '') &&
      !['then', 'else', 'select'].includes(before)
    )
      replace(at - 1, at + 2, `${source(at - 1, at)} ${current === '+' ? '-' : '+'} ${source(at + 1, at + 2)}`);
    if (current === 'order' && next === 'by') dropFrom(ahead(at, AFTER_SORT));
    if (current === 'desc') dropFrom(at + 1);
    if (current === 'limit') dropFrom(at + 2 === ahead(at, AFTER_SORT) ? at + 2 : ahead(at + 1, AFTER_SORT));
    if (current === 'distinct' && !['is', 'not'].includes(before)) dropFrom(at + 1);
    if (current === 'on' && next === 'conflict' && word(at + 3) === 'nothing') dropFrom(at + 4);
    if (current === 'coalesce') {
      const comma = ahead(at + 2, new Set([',']));
      replace(at, closing(at + 1) + 1, `(${source(at + 2, comma)})`);
    }
    if (
      /^\d{1,5}$/.test(current) &&
      before !== 'offset' &&
      word(behind(at - 1, new Set(['by', ';', 'select', 'where']))) !== 'by'
    )
      replace(at, at + 1, String(Number(current) + 1));
  });
  return [...found.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}
