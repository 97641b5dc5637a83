/**
 * Child processes and how they end.
 *
 * Whatever asks us to stop (Ctrl-C, a service manager's SIGTERM, a closed terminal, the death of the npm above us) becomes one
 * SIGTERM to each child; we then wait for them, and further requests change nothing. A server in the foreground also gets an
 * IPC channel: when we are killed outright it sees the channel close and stops by itself.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { projectFile } from './project.mjs';

/** An error that is printed as its message alone, without a stack trace. */
export class Failure extends Error {}

export const interruption = { requested: false };

const CHILDREN_LIMIT_MS = 15_000;
const children = new Set();

function requestStop() {
  if (interruption.requested) return;
  interruption.requested = true;
  for (const child of children) child.kill('SIGTERM');
  setTimeout(() => {
    for (const child of children) child.kill('SIGKILL');
  }, CHILDREN_LIMIT_MS).unref();
}

export function stopWhenAsked() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, requestStop);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) requestStop();
  }, 1_000).unref();
}

/** What was compiled once is kept, for every process below: a server starts in half the time. */
export const withNodeFirst = (node) => ({
  NODE_COMPILE_CACHE: projectFile('node_modules/.cache/node'),
  ...process.env,
  PATH: [path.dirname(node), process.env.PATH].filter(Boolean).join(path.delimiter),
});

function start(command, args, options) {
  if (interruption.requested) throw new Failure('Stopped.');
  const child = spawn(command, args, options);
  children.add(child);
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal }));
  }).finally(() => children.delete(child));
  return { child, ended };
}

const exitCode = ({ code, signal }) => (signal ? 1 : code);

/** Not process.execPath: below npm that can be the project's own Node, which `npm ci` is about to remove. */
export function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: npmNode } = process.env;
  return npm?.endsWith('npm-cli.js') && npmNode ? [npmNode, npm] : ['npm'];
}

/** Shares our terminal. Gives the exit code. */
export async function runForeground(node, args, { cwd, env } = {}) {
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  return exitCode(await start(node, args, { cwd, env: { ...withNodeFirst(node), ...env }, stdio }).ended);
}

/** Side by side, sharing our terminal: when one ends, the others are asked to. */
export async function runTogether(commands) {
  const running = commands.map(({ node, args, cwd }) =>
    start(node, args, { cwd, env: withNodeFirst(node), stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  );
  const first = await Promise.race(running.map(({ ended }) => ended));
  for (const { child } of running) child.kill('SIGTERM');
  await Promise.all(running.map(({ ended }) => ended));
  return exitCode(first);
}

/** Collects what it prints. */
export async function runQuietly(command, args, { cwd, env } = {}) {
  const { child, ended } = start(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      output += text;
    });
  }
  const { code } = await ended;
  return { succeeded: code === 0, output: output.trim() };
}

/** One progress line with its time: "Building the web app ... 6.1 s". */
export async function step(label, work) {
  process.stdout.write(`${label} ... `);
  const started = performance.now();
  try {
    const result = await work();
    console.log(seconds(started));
    return result;
  } catch (error) {
    console.log(interruption.requested ? 'stopped' : 'failed');
    throw error;
  }
}

export const seconds = (started) => `${((performance.now() - started) / 1000).toFixed(1)} s`;
