from math import *

def dcg(rels):
  d=0
  i=1
  for r in rels:
    d+=r/log(i+1)   # log with discount
    i+=1
  return d

def ndcg_at_k(ranked_rels,k):
  a=dcg(ranked_rels[0:max(k, 0)])
  b=dcg(sorted(ranked_rels,reverse=True)[0:max(k, 0)])
  if b==0: return 0.0
  return a/b
