import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/service-worker.ts';

/** The two faces of the first paint start loading with the page instead of after the stylesheet. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /-latin-(wght|400)-normal-[^/]*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
  };
}

export default defineConfig(({ mode }) => {
  const { PORT = '3000' } = loadEnv(mode, '..', 'PORT');
  const server = { target: `http://localhost:${PORT}` };
  return {
    plugins: [react(), tailwindcss(), preloadFonts(), serviceWorker(), precompress()],
    build: {
      // Browsers with light-dark() and nesting of their own; older ones would get the styles spelled out at twice the size.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      modulePreload: { polyfill: false },
    },
    server: {
      proxy: { '/api': server, '/metrics': server, '/socket.io': { ...server, ws: true } },
    },
  };
});
