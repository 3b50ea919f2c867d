import { LIMIT } from '../throughput/Work.ts';
import type { Contender } from './Contender.ts';
import { type GraphqlPage, readConnection } from './readConnection.ts';

/** SOFA's paths, each below the name of the work: see `sofaServer.ts`. */
export const sofa: Pick<Contender, 'ask' | 'read'> = {
  ask: (question) => {
    switch (question.work) {
      case 'user':
        return { method: 'GET', path: `/user/user/${question.id}` };
      case 'offset':
        return { method: 'GET', path: `/offset/products?first=${LIMIT}&offset=${question.offset}` };
      case 'cursor':
        return {
          method: 'GET',
          path: `/cursor/products?first=${LIMIT}${question.after === '' ? '' : `&after=${question.after}`}`,
        };
      case 'orders':
        return { method: 'GET', path: `/orders/orders?first=${LIMIT}&offset=${question.offset}` };
      case 'create':
        return {
          method: 'POST',
          path: '/create/create-user',
          body: JSON.stringify({ input: { name: question.name } }),
        };
    }
  },
  read: (question, answer: unknown) =>
    question.work === 'user' || question.work === 'create' ? answer : readConnection(question, answer as GraphqlPage),
};
