/** Runs this machine's nginx with deploy/nginx.conf in front of running servers. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts, give, makeFolder, makeFolderIn, startProgram, untilListening } from './programs.ts';
import type { RunningServer } from './running-server.ts';

const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find(existsSync);
export const OPENSSL = ['/usr/bin/openssl', '/usr/local/bin/openssl'].find(existsSync);

/** Whether this machine has nginx, and openssl for the certificate. */
export const hasNginx = NGINX !== undefined && OPENSSL !== undefined;

export interface Nginx {
  url: string;
  plainUrl: string;
  /** The access log. */
  log(): string;
  stop(): Promise<void>;
}

/** The file with only the name, ports, certificate, log and servers replaced. */
export async function startNginx(servers: RunningServer[]): Promise<Nginx> {
  const folder = makeFolder('nginx');
  const inFolder = (name: string) => join(folder, name);
  const ports = freePorts();
  const [port, plainPort] = [(await ports.next()).value, (await ports.next()).value];
  const list = servers.map(({ url }) => `server 127.0.0.1:${new URL(url).port} max_fails=0;`).join(' ');
  const site = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8')
    .replaceAll('server 127.0.0.1:3000 max_fails=0;', list)
    .replaceAll('server_name tickets.example.com', 'server_name localhost')
    .replaceAll(/listen \[::\].*\n/g, '')
    .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replaceAll('/var/log/nginx/access.log', inFolder('access.log'))
    .replace('/etc/ssl/moviebooking.pem', inFolder('certificate.pem'))
    .replace('/etc/ssl/moviebooking.key', inFolder('key.pem'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${makeFolderIn(folder, name)};`,
  );
  writeFileSync(inFolder('site.conf'), site);
  writeFileSync(
    inFolder('nginx.conf'),
    `daemon off; master_process off; pid ${inFolder('pid')}; error_log stderr;
    events { worker_connections 1024; }
    http { access_log off; ${temporary.join(' ')} include ${inFolder('site.conf')}; }`,
  );
  writeCertificate(inFolder('key.pem'), inFolder('certificate.pem'));
  const args = ['-p', folder, '-c', inFolder('nginx.conf'), '-e', 'stderr'];
  const program = startProgram(NGINX ?? '', args, { folder, name: 'nginx' });
  const stop = async () => {
    await program.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilListening(port, program);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...{ url: `https://localhost:${port}`, plainUrl: `http://localhost:${plainPort}`, stop },
    log: () => readFileSync(inFolder('access.log'), 'utf8'),
  };
}

function writeCertificate(key: string, certificate: string): void {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync(OPENSSL ?? '', ['req', '-x509', '-subj', '/CN=localhost', '-days', '1', '-nodes', ...curve, ...files], {
    stdio: 'ignore',
  });
  give(key);
}
