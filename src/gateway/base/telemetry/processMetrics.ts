// The metrics of a process of its own: a host measures its process itself.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import v8 from 'node:v8';
import type * as Api from '@opentelemetry/api';

/** Milliseconds between two looks at the event loop. */
const RESOLUTION_MS = 20;

/** Statistics of the event loop since the last observation, and the memory of the process. */
export function observeProcess(meter: Api.Meter): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const gauge = (name: string, unit: string, description: string) =>
    meter.createObservableGauge(name, { unit, description });
  const delays = {
    mean: gauge('nodejs.eventloop.delay.mean', 's', 'Mean delay of the event loop.'),
    p50: gauge('nodejs.eventloop.delay.p50', 's', 'Median delay of the event loop.'),
    p99: gauge('nodejs.eventloop.delay.p99', 's', '99th percentile of the delay of the event loop.'),
    max: gauge('nodejs.eventloop.delay.max', 's', 'Longest delay of the event loop.'),
  };
  meter.addBatchObservableCallback((result) => {
    // Nanoseconds; NaN before the first look.
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1e3) || 0;
    result.observe(delays.mean, seconds(delay.mean));
    result.observe(delays.p50, seconds(delay.percentile(50)));
    result.observe(delays.p99, seconds(delay.percentile(99)));
    result.observe(delays.max, seconds(delay.max));
    delay.reset();
  }, Object.values(delays));
  let last = performance.eventLoopUtilization();
  gauge('nodejs.eventloop.utilization', '1', 'Part of the time in which the event loop is busy.').addCallback(
    (result) => {
      const now = performance.eventLoopUtilization();
      result.observe(performance.eventLoopUtilization(now, last).utilization);
      last = now;
    },
  );
  const memory = (name: string, description: string) =>
    meter.createObservableUpDownCounter(name, { unit: 'By', description });
  memory('process.memory.usage', 'Physical memory in use.').addCallback((result) =>
    result.observe(process.memoryUsage.rss()),
  );
  memory('v8js.memory.heap.used', 'Memory of the heap in use, by space.').addCallback((result) => {
    for (const { space_name: space, space_used_size: size } of v8.getHeapSpaceStatistics()) {
      result.observe(size, { 'v8js.heap.space.name': space });
    }
  });
}
