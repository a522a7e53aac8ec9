// Writes dashboard.json, which Grafana 10 and later imports: `node monitoring/dashboard.mjs`.
// Rows are ordered by symptom: availability, lost or late messages, then causes.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const source = { type: 'prometheus', uid: `\${source}` };
const of = 'job="prichal",instance=~"$instance"';

/** Series of canaries (`prichal canary`), which have their own instances. */
const ofCanary = 'job="prichal-canary"';
const canaryRate = (metric) => `rate(${metric}{${ofCanary}}[$__rate_interval])`;

const series = (metric, more = '') => `${metric}{${of}${more && `,${more}`}}`;
const rate = (metric, more) => `rate(${series(metric, more)}[$__rate_interval])`;
const sum = (expr, by = 'instance') => `sum by (${by}) (${expr})`;
const quantile = (q, metric) =>
  `histogram_quantile(${q}, ${sum(rate(`${metric}_bucket`), 'instance, le')})`;
/** A line of a panel: query and legend. */
const line = (expr, legend = '{{instance}}') => ({ expr, legend });
const percentiles = (metric) => [
  line(quantile(0.5, metric), '{{instance}} p50'),
  line(quantile(0.99, metric), '{{instance}} p99'),
];

/** Rows of panels: title, Grafana's unit, lines, and the threshold of the red line, if any. */
const rows = {
  Availability: [
    ['Ready', 'bool_yes_no', [line(series('prichal_ready'))]],
    ['Responses', 'reqps', [line(sum(rate('prichal_http_answers_total'), 'code'), '{{code}}')]],
    [
      'Responses with 429 and 503',
      'reqps',
      [line(sum(rate('prichal_bridge_requests_refused_total'), 'reason'), '{{reason}}')],
    ],
    ['Streams', 'short', [line(series('prichal_streams'))]],
  ],
  'Canary: the bridge from outside': [
    ['Last round succeeded', 'bool_yes_no', [line(`prichal_canary_last_round_good{${ofCanary}}`)]],
    [
      'Delivery time',
      's',
      [0.5, 0.99].map((q) =>
        line(
          `histogram_quantile(${q}, ${sum(canaryRate('prichal_canary_delivery_seconds_bucket'), 'stream, le')})`,
          `{{stream}} p${q * 100}`,
        ),
      ),
      1,
    ],
    [
      'Canary messages',
      'cps',
      [
        line(sum(canaryRate('prichal_canary_messages_total'), 'job'), 'acknowledged'),
        line(sum(canaryRate('prichal_canary_messages_lost_total'), 'job'), 'lost'),
        line(sum(canaryRate('prichal_canary_messages_repeated_total'), 'job'), 'repeated'),
        line(sum(canaryRate('prichal_canary_reconnects_total'), 'job'), 'streams ended'),
      ],
    ],
    [
      'Errors',
      'cps',
      [line(sum(canaryRate('prichal_canary_errors_total'), 'step, kind'), '{{step}} {{kind}}')],
    ],
  ],
  'Lost or late messages': [
    ['Delivery time', 's', percentiles('prichal_bridge_delivery_seconds'), 5],
    [
      'Messages',
      'cps',
      [
        line(sum(rate('prichal_bridge_messages_accepted_total'), 'job'), 'accepted'),
        line(sum(rate('prichal_bridge_messages_delivered_total'), 'job'), 'delivered'),
        line(sum(rate('prichal_bridge_messages_expired_total'), 'job'), 'expired unread'),
        line(
          sum(rate('prichal_bridge_messages_evicted_total', 'taken="no"'), 'job'),
          'dropped unread',
        ),
      ],
    ],
    ['Pending messages', 'short', [line(series('prichal_bridge_messages_waiting'))]],
    ['Pending bytes', 'bytes', [line(series('prichal_bridge_waiting_bytes'))]],
  ],
  Database: [
    ['Commit time with fsync', 's', percentiles('prichal_store_commit_seconds'), 0.1],
    ['Messages in the write queue', 'short', [line(series('prichal_store_queued_messages'))]],
    [
      'Size',
      'bytes',
      [
        line(series('prichal_store_file_bytes'), '{{instance}} database'),
        line(series('prichal_store_wal_bytes'), '{{instance}} write-ahead log'),
      ],
    ],
  ],
  Valkey: [
    ['Script time', 's', percentiles('prichal_valkey_script_seconds'), 0.05],
    ['Messages', 'cps', [line(sum(rate('prichal_valkey_messages_total'), 'result'), '{{result}}')]],
    ['Age of the last test message', 's', [line(series('prichal_valkey_probe_age_seconds'))], 30],
    [
      'Lost connections and missed pushes',
      'cps',
      [
        line(sum(rate('prichal_valkey_links_lost_total'), 'job'), 'connections lost'),
        line(sum(rate('prichal_valkey_slots_moved_total'), 'job'), 'slots moved'),
        line(sum(rate('prichal_valkey_gaps_closed_total'), 'job'), 'gaps closed'),
        line(sum(rate('prichal_valkey_read_failures_total'), 'job'), 'failed reads'),
      ],
    ],
  ],
  'Sign-in': [
    ['Responses', 'reqps', [line(sum(rate('prichal_auth_answers_total'), 'code'), '{{code}}')]],
    [
      'Response time, p99',
      's',
      [
        line(
          `histogram_quantile(0.99, ${sum(rate('prichal_auth_request_seconds_bucket'), 'kind, le')})`,
          '{{kind}}',
        ),
      ],
    ],
    ['Events', 'cps', [line(sum(rate('prichal_auth_events_total'), 'type'), '{{type}}')]],
    [
      'Webhook posts',
      'cps',
      [line(sum(rate('prichal_auth_webhook_posts_total'), 'result'), '{{result}}')],
    ],
  ],
  Process: [
    ['CPU cores', 'short', [line(rate('process_cpu_seconds_total'))]],
    ['Memory', 'bytes', [line(series('process_resident_memory_bytes'))]],
    [
      'Open files',
      'percentunit',
      [line(`${series('process_open_fds')} / ${series('process_max_fds')}`)],
      0.8,
    ],
    [
      'Refused connections',
      'cps',
      [line(sum(rate('prichal_connections_refused_total'), 'reason'), '{{reason}}')],
    ],
  ],
};

const GRID = 24;
const HEIGHT = 8;

function panel([title, unit, lines, red], place) {
  const thresholds = [{ color: 'green', value: null }];
  if (red !== undefined) thresholds.push({ color: 'red', value: red });
  return {
    type: 'timeseries',
    title,
    datasource: source,
    gridPos: place,
    fieldConfig: {
      defaults: {
        unit,
        min: 0,
        thresholds: { mode: 'absolute', steps: thresholds },
        custom: {
          thresholdsStyle: { mode: red === undefined ? 'off' : 'line' },
          showPoints: 'never',
        },
      },
      overrides: [],
    },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
    targets: lines.map(({ expr, legend }, index) => ({
      refId: String.fromCharCode(65 + index),
      datasource: source,
      expr,
      legendFormat: legend,
    })),
  };
}

const panels = [];
let y = 0;
for (const [title, row] of Object.entries(rows)) {
  panels.push({
    type: 'row',
    title,
    collapsed: false,
    gridPos: { h: 1, w: GRID, x: 0, y },
    panels: [],
  });
  const w = GRID / row.length;
  for (const [index, each] of row.entries()) {
    panels.push(panel(each, { h: HEIGHT, w, x: index * w, y: y + 1 }));
  }
  y += HEIGHT + 1;
}

const dashboard = {
  title: 'Prichal',
  uid: 'prichal',
  tags: ['prichal'],
  schemaVersion: 39,
  timezone: 'browser',
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  templating: {
    list: [
      { name: 'source', label: 'Source', type: 'datasource', query: 'prometheus' },
      {
        name: 'instance',
        label: 'Instance',
        type: 'query',
        datasource: source,
        query: 'label_values(prichal_build_info{job="prichal"}, instance)',
        multi: true,
        includeAll: true,
        refresh: 2,
      },
    ],
  },
  panels: panels.map((each, index) => ({ id: index + 1, ...each })),
};

const text = `${JSON.stringify(dashboard, null, 2)}\n`;
if (process.argv.includes('--print')) process.stdout.write(text);
else writeFileSync(resolve(import.meta.dirname, 'dashboard.json'), text);
