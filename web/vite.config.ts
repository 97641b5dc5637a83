import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { adminIcons } from './build/admin-icons.ts';
import { firstPage } from './build/first-page.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/service-worker.ts';
import { translations } from './build/translations.ts';
import { unusedCode } from './build/unused-code.ts';

const FRAMEWORK = /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/;
/** By default every icon that two pages share becomes its own file, and on a slow network each file costs a round trip. */
const SMALL_THINGS_OF_MANY_PAGES =
  /lucide-react|contract[\\/]src[\\/](?:accessibility|limits|money|seats)\.ts|web[\\/]src[\\/](?:lib[\\/](?!numbers|catalogue)|ui[\\/](?:accessibility-labels|badge|booking-status|time-left))/;

export default defineConfig(({ mode }) => {
  const { PORT = '3000' } = loadEnv(mode, '..', 'PORT');
  const server = { target: `http://localhost:${PORT}` };
  return {
    plugins: [react(), tailwindcss(), translations(), unusedCode(), firstPage(), serviceWorker(), precompress()],
    build: {
      // Browsers that support light-dark(), nesting and @property (build/first-page.ts). Supporting older ones would double the size of the styles.
      cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
      cssCodeSplit: false,
      // The page with its styles fits into the first round trip; inlined fonts would not.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'framework', test: FRAMEWORK, priority: 2 },
              { name: 'first', tags: ['$initial'], priority: 1 },
              { name: 'admin-icons', test: adminIcons(), priority: 1 },
              { name: 'common', test: SMALL_THINGS_OF_MANY_PAGES },
            ],
          },
        },
      },
    },
    server: {
      proxy: { '/api': server, '/metrics': server, '/socket.io': { ...server, ws: true } },
    },
  };
});
