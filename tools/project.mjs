import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

export const projectFile = (relative) => path.join(root, relative);

export const toolFile = (name) => projectFile(`node_modules/.bin/${name}`);

/** Where `npm run dev` serves the pages. */
export const VITE_ADDRESS = 'http://localhost:5173';
