import { LIMIT } from '../throughput/Work.ts';
import type { Contender } from './Contender.ts';

/** What all those have in common that answer the same requests with the same JSON. */
export const restInterface: Pick<Contender, 'ask' | 'read'> = {
  ask: (question) => {
    switch (question.work) {
      case 'user':
        return { method: 'GET', path: `/v1/users/${question.id}` };
      case 'offset':
        return { method: 'GET', path: `/v1/products?limit=${LIMIT}&offset=${question.offset}` };
      case 'cursor':
        return { method: 'GET', path: `/v1/products?limit=${LIMIT}&cursor=${question.after}` };
      case 'orders':
        return { method: 'GET', path: `/v1/orders?limit=${LIMIT}&offset=${question.offset}&expand=items,user` };
      case 'create':
        return { method: 'POST', path: '/v1/users', body: JSON.stringify({ name: question.name }) };
    }
  },
  read: (_, answer) => answer,
};
