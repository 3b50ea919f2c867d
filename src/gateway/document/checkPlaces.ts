import { type DocumentNode, visit } from 'graphql';
import type { Report } from '../errors/Diagnostic.ts';

/** Refuses directives that would say nothing where they stand in an endpoint's own operation. */
export function checkPlaces(document: DocumentNode, report: Report): void {
  visit(document, {
    Directive(node) {
      const name = node.name.value;
      if (name === 'export') {
        const message = '@export stands in the operation of the endpoint, where nothing comes after it.';
        report(node, message, 'Move it to the query that looks up before, or leave it out.');
      }
      const isFixed = node.arguments?.some(({ value }) => value.kind === 'BooleanValue');
      if ((name === 'include' || name === 'skip') && isFixed) {
        const message = `@${name} depends on no parameter, and so always decides the same.`;
        report(node, message, 'Use a Boolean variable, or leave it out.');
      }
    },
  });
}

const OF_ANSWERS = new Set(['paginate', 'unwrap', 'error', 'expand']);

/** Refuses directives in a lookup that are about the answer, or the parameters, of the endpoint itself. */
export function checkLookupPlaces(document: DocumentNode, report: Report): void {
  visit(document, {
    Directive(node) {
      if (!OF_ANSWERS.has(node.name.value)) return;
      const message = `Nothing of a lookup is sent, so that @${node.name.value} says nothing in it.`;
      report(node, message, 'Leave it out.');
    },
  });
}
