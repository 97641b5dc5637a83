/**
 * Leaves out parts of libraries that our options never reach but that no bundler can see are unused: about 4 kB of the first page. After an update
 * the build fails if one of these files is gone or needs to export more.
 */
import type { Plugin } from 'vite';

const STUBS: Record<string, string> = {
  // The live connection uses WebSocket and polling.
  'engine.io-client/build/esm/transports/webtransport.js': 'export class WT {}',
  // Its fetch-based polling is an alternative to the one that the client uses by default.
  'engine.io-client/build/esm/transports/polling-fetch.js': 'export class Fetch {}',
  // Its messages are JSON, never binary.
  'socket.io-parser/build/esm/binary.js': 'export const deconstructPacket = undefined, reconstructPacket = undefined;',
  'socket.io-parser/build/esm/is-binary.js': 'export const isBinary = () => false, hasBinary = isBinary;',
  'engine.io-parser/build/esm/contrib/base64-arraybuffer.js': 'export const encode = undefined, decode = undefined;',
  // Lists have pages.
  '@tanstack/query-core/build/modern/infiniteQueryBehavior.js':
    'export const infiniteQueryBehavior = undefined, hasNextPage = undefined, hasPreviousPage = undefined;',
  // createRouter without `instrumentations`.
  'react-router/dist/production/lib/router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = undefined, instrumentClientSideRouter = undefined;
    export const instrumentHandler = undefined, instrumentationResultMetaContext = undefined;`,
  // No server components.
  'react-router/dist/production/lib/errors.js':
    'export const decodeRedirectErrorDigest = () => undefined, decodeRouteErrorResponseDigest = decodeRedirectErrorDigest;',
  // Links without `prefetch`, no rendering on the server.
  'react-router/dist/production/lib/dom/ssr/components.js': `
    import { createContext } from 'react';
    export const FrameworkContext = createContext(undefined);
    const notPrefetched = [false, null, {}];
    export const usePrefetchBehavior = () => notPrefetched;
    export const mergeRefs = (ref) => ref;
    export const PrefetchPageLinks = undefined, Links = undefined, Meta = undefined, Scripts = undefined;
    export const setIsHydrated = undefined, useFrameworkContext = undefined, CRITICAL_CSS_DATA_ATTRIBUTE = undefined;`,
};

export function unusedCode(): Plugin {
  const missing = new Set(Object.keys(STUBS));
  return {
    name: 'unused-code',
    apply: 'build',
    load: {
      filter: { id: new RegExp(`node_modules/(?:${Object.keys(STUBS).join('|').replaceAll('.', '\\.')})$`) },
      handler(id) {
        const file = id.slice(id.lastIndexOf('node_modules/') + 'node_modules/'.length);
        missing.delete(file);
        return STUBS[file];
      },
    },
    buildEnd(error) {
      if (!error && missing.size > 0)
        throw new Error(`build/unused-code.ts names files that don't exist: ${[...missing]}`);
    },
  };
}
