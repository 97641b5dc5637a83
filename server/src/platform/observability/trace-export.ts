/** Exports spans by OTLP over HTTP. The only module that uses OpenTelemetry; `tracing.ts` loads it on demand. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Attributes,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span as WireSpan,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import packageJson from '../../../package.json' with { type: 'json' };

const LAST_EXPORT_LIMIT_MS = 2000;
const WARN_EVERY_MS = 60_000;
const KINDS = { request: SpanKind.SERVER, batch: SpanKind.INTERNAL, statement: SpanKind.CLIENT };

export interface TraceSettings {
  /** The collector's address, for example http://127.0.0.1:4318. */
  endpoint: string;
  serviceName: string;
  /** The share of requests to trace, from 0 to 1. */
  ratio: number;
}

export interface Span {
  readonly wire: WireSpan;
  /** `failure` marks the span as failed. It is a short code, never a message, which might quote values. */
  end(attributes?: Attributes, failure?: string): void;
}

export interface SpanOptions {
  kind: keyof typeof KINDS;
  parent?: Span | undefined;
  links?: Span[];
  attributes?: Attributes;
}

export type TraceExport = ReturnType<typeof openTraceExport>;

export function openTraceExport({ endpoint, serviceName, ratio }: TraceSettings, warn: (problem: string) => void) {
  let lastWarning = Number.NEGATIVE_INFINITY;
  const warnOfFailure = () => {
    if (performance.now() - lastWarning < WARN_EVERY_MS) return;
    lastWarning = performance.now();
    warn(`Cannot send traces to ${endpoint}. Check that the collector is running.`);
  };
  const ignore = () => {};
  const reports = { error: warnOfFailure, warn: warnOfFailure, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(reports, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': serviceName,
        'service.version': packageJson.version,
        'service.instance.id': randomUUID(),
      }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('moviebooking');

  return {
    begin(name: string, { kind, parent, links = [], attributes = {} }: SpanOptions): Span {
      const context = parent ? trace.setSpan(ROOT_CONTEXT, parent.wire) : ROOT_CONTEXT;
      const wire = tracer.startSpan(
        name,
        { kind: KINDS[kind], attributes, links: links.map((link) => ({ context: link.wire.spanContext() })) },
        context,
      );
      return {
        wire,
        end(more = {}, failure) {
          wire.setAttributes(more);
          if (failure) wire.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
          wire.end();
        },
      };
    },
    /** Exports the remaining spans. */
    async stop(): Promise<void> {
      const sent = provider.shutdown().then(
        () => true,
        () => false,
      );
      if (!(await Promise.race([sent, pause(LAST_EXPORT_LIMIT_MS, false)]))) warnOfFailure();
      diag.disable();
    },
  };
}
