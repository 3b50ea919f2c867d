import type { ResultPlan } from '../plan/ResultPlan.ts';
import type { ObjectShape, Shape } from '../plan/Shape.ts';

/** The result, in which an object with `@fields` has no required property, and none of the objects below it has one. */
export function withOptionalProperties(result: ResultPlan): ResultPlan {
  return { ...result, body: change(result.body, false) };
}

function change<Changed extends Shape>(shape: Changed, isBelow: boolean): Changed;
function change(shape: Shape, isBelow: boolean): Shape {
  switch (shape.kind) {
    case 'leaf':
    case 'template':
      return shape;
    case 'connection':
      return { ...shape, of: change(shape.of, isBelow), selected: change(shape.selected, isBelow) };
    case 'object':
      return changeObject(shape, isBelow || shape.fields !== undefined);
    case 'spread':
      return { ...shape, of: change(shape.of, isBelow) };
    default:
      return { ...shape, of: change(shape.of, isBelow) } as Shape;
  }
}

function changeObject(object: ObjectShape, isBelow: boolean): ObjectShape {
  const properties = object.properties.map((each) => ({
    ...each,
    shape: change(each.shape, isBelow),
    required: each.required && !isBelow,
  }));
  return { ...object, properties };
}
