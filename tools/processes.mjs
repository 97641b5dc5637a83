/**
 * Starts and stops child processes.
 *
 * Any request to stop (Ctrl-C, a service manager's SIGTERM, a closed terminal, the death of the npm above us) sends each child one
 * SIGTERM; we then wait for the children and ignore further requests. Servers also get an IPC channel: if we are killed, they
 * see it close and stop.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { projectFile } from './project.mjs';

/** An error that is printed without its stack trace. */
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

/** Sets a compile cache for all child processes: with it, a server starts in half the time. */
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

/** Not process.execPath: under npm that can be the project's own Node, which `npm ci` is about to delete. */
export function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: npmNode } = process.env;
  return npm?.endsWith('npm-cli.js') && npmNode ? [npmNode, npm] : ['npm'];
}

/** Runs in our terminal and returns the exit code. */
export async function runForeground(node, args, { cwd, env } = {}) {
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  return exitCode(await start(node, args, { cwd, env: { ...withNodeFirst(node), ...env }, stdio }).ended);
}

/** Runs several commands in our terminal. When one ends, stops the others. */
export async function runTogether(commands) {
  const running = commands.map(({ node, args, cwd }) =>
    start(node, args, { cwd, env: withNodeFirst(node), stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  );
  const first = await Promise.race(running.map(({ ended }) => ended));
  for (const { child } of running) child.kill('SIGTERM');
  await Promise.all(running.map(({ ended }) => ended));
  return exitCode(first);
}

/** Runs in the background and returns the output. */
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

/** Prints a progress line with the time taken: "Building the web app ... 6.1 s". */
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
